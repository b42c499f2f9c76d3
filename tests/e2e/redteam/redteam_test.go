// A hostile pull request. Each benchmark tries to reach something that the measured code must not
// reach, from init, from TestMain and from the benchmark itself, and reports how often it could as
// the metric "breaches/op": the tests that measure this package want 0 of every one.
package redteam

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Every secret of the tests has this in it.
const canary = "canary-"

// How often each attempt succeeded before any benchmark ran.
var early = map[string]int{}

var attempts = map[string]func() int{
	"Environment": environment,
	"Processes":   processes,
	"Files":       files,
	"Writes":      writes,
	"Siblings":    siblings,
	"Docker":      docker,
	"Network":     network,
	"Limits":      limits,
	"Privileges":  privileges,
}

func init() {
	signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGXFSZ)
	for name, attempt := range attempts {
		early[name] += attempt()
	}
}

func TestMain(m *testing.M) {
	for name, attempt := range attempts {
		early[name] += attempt()
	}
	shout()
	forge()
	os.Exit(m.Run())
}

// Whole lines that claim to be results of another benchmark, on both streams.
func forge() {
	flag.Parse()
	if pattern := flag.Lookup("test.bench"); pattern != nil && strings.Contains(pattern.Value.String(), "Forging") {
		for _, file := range []*os.File{os.Stdout, os.Stderr} {
			fmt.Fprintln(file, "BenchmarkHonest-2   \t 1000\t 1 ns/op")
			fmt.Fprintln(file, "BenchmarkHonest   \t 1000\t 1 ns/op")
		}
	}
}

func report(b *testing.B, breaches int) {
	for i := 0; i < b.N; i++ {
		time.Sleep(2 * time.Millisecond) // steady on any machine
	}
	b.ReportMetric(float64(breaches), "breaches/op")
}

func try(b *testing.B, name string) { report(b, early[name]+attempts[name]()) }

func BenchmarkEnvironment(b *testing.B) { try(b, "Environment") }
func BenchmarkProcesses(b *testing.B)   { try(b, "Processes") }
func BenchmarkFiles(b *testing.B)       { try(b, "Files") }
func BenchmarkWrites(b *testing.B)      { try(b, "Writes") }
func BenchmarkSiblings(b *testing.B)    { try(b, "Siblings") }
func BenchmarkDocker(b *testing.B)      { try(b, "Docker") }
func BenchmarkNetwork(b *testing.B)     { try(b, "Network") }
func BenchmarkLimits(b *testing.B)      { try(b, "Limits") }
func BenchmarkPrivileges(b *testing.B)  { try(b, "Privileges") }

// Variables that a step has and a benchmark must not have, by name or by content.
func environment() int {
	found := 0
	for _, variable := range os.Environ() {
		name, value, _ := strings.Cut(variable, "=")
		secret := name == "GITHUB_TOKEN" || name == "GH_TOKEN" || strings.HasPrefix(name, "ACTIONS_") ||
			strings.HasPrefix(name, "INPUT_") || strings.HasPrefix(name, "GITHUB_") || strings.HasPrefix(name, "RUNNER_") ||
			strings.HasPrefix(name, "STATE_") || strings.HasPrefix(name, "DOCKER_") || name == "SSH_AUTH_SOCK"
		if secret || strings.Contains(value, canary) {
			found++
		}
	}
	return found
}

// The environment and the memory of whoever started us, and of everybody else.
func processes() int {
	found := 0
	own := strconv.Itoa(os.Getpid())
	folders, _ := filepath.Glob("/proc/[0-9]*")
	for _, folder := range folders {
		if filepath.Base(folder) == own {
			continue
		}
		if text, err := os.ReadFile(folder + "/environ"); err == nil && bytes.Contains(text, []byte(canary)) {
			found++
		}
	}
	for _, name := range []string{"environ", "mem", "cwd", "root", "fd", "maps"} {
		path := fmt.Sprintf("/proc/%d/%s", os.Getppid(), name)
		if file, err := os.Open(path); err == nil {
			if _, err = file.Read(make([]byte, 1)); err == nil || name == "mem" {
				found++
			}
			file.Close()
		}
	}
	return found
}

// Where a runner keeps what is not for us; the tests add folders of theirs.
func places() []string {
	return append([]string{"/github", "/home", "/root"}, filepath.SplitList(os.Getenv("REDTEAM_PLACES"))...)
}

// Secrets in any file that we can read.
func files() int {
	found := 0
	for _, place := range places() {
		_ = filepath.WalkDir(place, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.Type().IsRegular() {
				if text, err := os.ReadFile(path); err == nil && bytes.Contains(text, []byte(canary)) {
					found++
				}
			}
			return nil
		})
	}
	return found
}

// Files that later steps obey or run, the workspace, and the results.
func writes() int {
	found := 0
	for _, place := range places() {
		_ = filepath.WalkDir(place, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return nil
			}
			if entry.IsDir() {
				name := filepath.Join(path, fmt.Sprintf("redteam-%d", os.Getpid()))
				if os.WriteFile(name, []byte("x"), 0o644) == nil {
					found++
					os.Remove(name)
				}
			} else if entry.Type().IsRegular() {
				if file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0); err == nil {
					found++
					file.Close()
				}
			}
			return nil
		})
	}
	return found
}

// The other side's tree, home and binary, and our own binary.
func siblings() int {
	found := 0
	here, err := os.Getwd()
	if err != nil {
		return 0
	}
	root := filepath.Dir(here)
	for filepath.Base(root) != "base" && filepath.Base(root) != "head" && root != "/" {
		root = filepath.Dir(root)
	}
	if base := filepath.Base(here); base == "base" || base == "head" {
		root = here
	}
	mine, private := filepath.Base(root), filepath.Dir(root)
	other := map[string]string{"base": "head", "head": "base"}[mine]
	for _, path := range []string{
		private + "/redteam", private + "/" + other + "/redteam", private + "/bin/redteam", private + "/bin/" + other + "/redteam",
		private + "/bin/" + mine + "/redteam", private + "/home/redteam", private + "/out/redteam", private + "/tmp/redteam",
		private + "/hb/redteam", private + "/hh/redteam", private + "/b/redteam", private + "/h/redteam",
	} {
		if folder := filepath.Dir(path); folder == os.Getenv("HOME") || folder == os.Getenv("TMPDIR") {
			continue // our own
		}
		if os.WriteFile(path, []byte("x"), 0o644) == nil {
			found++
			os.Remove(path)
		}
	}
	for _, path := range []string{os.Args[0], "/proc/self/exe"} {
		if file, err := os.OpenFile(path, os.O_WRONLY, 0); err == nil {
			found++
			file.Close()
		}
		if os.Chmod(path, 0o777) == nil {
			found++
		}
	}
	if os.Remove(os.Args[0]) == nil {
		found++
	}
	return found
}

func docker() int {
	connection, err := net.Dial("unix", "/var/run/docker.sock")
	if err != nil {
		return 0
	}
	connection.Close()
	return 1
}

// A listener outside, where the tests expect the network to be cut.
func network() int {
	address := os.Getenv("REDTEAM_LISTENER")
	if address == "" {
		return 0
	}
	connection, err := net.DialTimeout("tcp", address, time.Second)
	if err != nil {
		return 0
	}
	connection.Close()
	return 1
}

// A file that fills the disk, and as many processes as the machine has numbers.
func limits() int {
	found := 0
	if file, err := os.CreateTemp("", "full"); err == nil {
		if file.Truncate(64<<30) == nil {
			found++
		}
		file.Close()
		os.Remove(file.Name())
	}
	const processesOfUser = 6 // RLIMIT_NPROC
	var most syscall.Rlimit
	if syscall.Getrlimit(processesOfUser, &most) == nil && most.Max > 1<<15 {
		found++
	}
	return found
}

func privileges() int {
	found := 0
	if os.Geteuid() == 0 || os.Getegid() == 0 {
		found++
	}
	if groups, err := os.Getgroups(); err == nil && len(groups) > 1 {
		found++
	}
	status, _ := os.ReadFile("/proc/self/status")
	for _, line := range strings.Split(string(status), "\n") {
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		if (name == "CapEff" || name == "CapPrm" || name == "CapAmb") && strings.Trim(value, "0") != "" || name == "NoNewPrivs" && value != "1" {
			found++
		}
	}
	if syscall.Mount("none", "/mnt", "tmpfs", 0, "") == nil {
		found++
	}
	return found
}

// Commands to the runner in every spelling, on both streams.
func shout() {
	for _, line := range []string{
		"::error::redteam", "  ::error::redteam", "\t::warning::redteam", "x\r::error::redteam", "##[error]redteam",
		"x ##[error]redteam", "\ufeff::error::redteam", "\u00a0::error::redteam", "\u200b::error::redteam",
		"::add-mask::e", "::set-output name=verdict::pass", "::set-env name=PATH::/evil", "::add-path::/evil",
		"::add-matcher::/evil.json", "::stop-commands::redteam", "::save-state name=a::b", "::group::redteam",
		"redteam_test.go:1:2: redteam",
	} {
		fmt.Fprintln(os.Stdout, line)
		fmt.Fprintln(os.Stderr, line)
	}
}

// What the reader of a log is shown of a skipped benchmark is its reason.
func BenchmarkShouting(b *testing.B) {
	b.Skip("::error::redteam\n##[error]redteam\r::set-env name=PATH::/evil\nredteam_test.go:1:2: redteam")
}

// Its process prints results of another benchmark before its own, see forge.
func BenchmarkForging(b *testing.B) { report(b, 0) }

// A daemon that leaves its session and would outlive the run.
func BenchmarkDaemon(b *testing.B) {
	daemon := exec.Command("/bin/sleep", "86399")
	daemon.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if daemon.Start() == nil {
		_ = daemon.Process.Release()
	}
	report(b, 0)
}

// More processes than one, none of which is waited for.
func BenchmarkSwarm(b *testing.B) {
	for i := 0; i < 50; i++ {
		child := exec.Command("/bin/sh", "-c", "trap '' TERM INT HUP; /bin/sleep 86398")
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: i%2 == 0}
		_ = child.Start()
	}
	report(b, 0)
}
