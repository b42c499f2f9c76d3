# shellcheck shell=bash disable=SC2034  # sourced: other scripts use these
# Versions of what is not a Debian package, in one place. Sourced, never run.
#
# The checksums are those of the Go checksum database, so they hold whichever proxy serves the file.

GO_MINIMUM=1.26      # what headgate's tests and the demo need
GO_VERSION=1.26.8    # what scripts/setup installs where that is missing
GO_SUM_amd64=h1:ZOmGe1OnfREDMIdb1Qi4G9JSuDPBLGExZMQ4nis1RXM=
GO_SUM_arm64=h1:sYL/O6MqS68ML0kjsQ36WoYIpJqkw60TxizWUYUKQMc=

ACTIONLINT_VERSION=v1.7.12                               # checks the workflows
ACTION_VALIDATOR_VERSION=0.6.0                           # checks action.yml (npm: @action-validator)
BENCHSTAT_VERSION=v0.0.0-20260908200009-22c9c6c9d4da     # the reference that our numbers are held against
