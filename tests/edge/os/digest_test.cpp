#include "edge/os/digest.h"

#include <gmock/gmock.h>

namespace headgate::os {
namespace {

TEST(Sha256, AgreesWithItsStandard) {
  // FIPS 180-2, appendices B.1 to B.3; the empty message: NIST CAVS, SHA256ShortMsg.rsp, Len = 0.
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PiecesMakeTheDigestOfTheWhole) {
  Sha256 digest;
  digest.update("a");
  digest.update("");
  digest.update("bc");
  EXPECT_EQ(digest.finish(), sha256("abc"));
}

}  // namespace
}  // namespace headgate::os
