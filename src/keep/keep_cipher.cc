// SPDX-License-Identifier: MIT
#include "keep/keep_cipher.h"

#include <algorithm>
#include <bit>

#include "keep/hex_text.h"
#include "keep/sodium_ready.h"

namespace clew {
namespace {

constexpr std::size_t kNonce = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t kTag = crypto_aead_xchacha20poly1305_ietf_ABYTES;
constexpr int kLetters = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
static_assert(sizeof(KeepKey::bytes) == crypto_aead_xchacha20poly1305_ietf_KEYBYTES);

const unsigned char* raw(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}
unsigned char* raw(std::string& bytes) { return reinterpret_cast<unsigned char*>(bytes.data()); }

Error unopened() {
  return {ErrorCode::kCorrupt, "what is sealed here is damaged, or of another key"};
}

}  // namespace

KeepKey KeepKey::make() {
  use_sodium();
  KeepKey key;
  randombytes_buf(key.bytes.data(), key.bytes.size());
  return key;
}

std::optional<KeepKey> KeepKey::from_hex(std::string_view hex) {
  KeepKey key;
  return read_hex(hex, key.bytes) ? std::optional(key) : std::nullopt;
}

std::string KeepKey::hex() const { return hex_text(bytes); }

std::string KeepCipher::seal(std::string_view bytes, std::string_view place) const {
  use_sodium();
  std::string sealed(kNonce + bytes.size() + kTag, '\0');
  randombytes_buf(sealed.data(), kNonce);
  crypto_aead_xchacha20poly1305_ietf_encrypt(raw(sealed) + kNonce, nullptr, raw(bytes),
                                             bytes.size(), raw(place), place.size(), nullptr,
                                             raw(sealed), key_.bytes.data());
  return sealed;
}

Result<std::string> KeepCipher::open(std::string_view sealed, std::string_view place) const {
  use_sodium();
  if (sealed.size() < kNonce + kTag) return unopened();
  std::string bytes(sealed.size() - kNonce - kTag, '\0');
  const int bad = crypto_aead_xchacha20poly1305_ietf_decrypt(
      raw(bytes), nullptr, nullptr, raw(sealed) + kNonce, sealed.size() - kNonce, raw(place),
      place.size(), raw(sealed), key_.bytes.data());
  if (bad != 0) return unopened();
  return bytes;
}

std::string KeepCipher::seal_line(std::string_view line, std::string_view place) const {
  std::string padded(line);
  padded.append(padding_for(padded.size()), ' ');
  const std::string sealed = seal(padded, place);
  std::string letters(sodium_base64_ENCODED_LEN(sealed.size(), kLetters), '\0');
  sodium_bin2base64(letters.data(), letters.size(), raw(sealed), sealed.size(), kLetters);
  letters.pop_back();  // it ends in a zero
  return letters;
}

Result<std::string> KeepCipher::open_line(std::string_view letters, std::string_view place) const {
  std::string sealed(letters.size(), '\0');
  std::size_t length = 0;
  const int bad = sodium_base642bin(raw(sealed), sealed.size(), letters.data(), letters.size(),
                                    nullptr, &length, nullptr, kLetters);
  if (bad != 0) return unopened();
  sealed.resize(length);
  auto line = open(sealed, place);
  if (line) line->resize(line->find_last_not_of(' ') + 1);
  return line;
}

std::size_t padding_for(std::size_t size) {
  constexpr std::size_t kLeast = 128;
  const std::size_t step = std::max(kLeast, std::bit_floor(size) / 8);
  return (step - size % step) % step;
}

}  // namespace clew
