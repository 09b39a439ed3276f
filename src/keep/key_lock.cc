// SPDX-License-Identifier: MIT
#include "keep/key_lock.h"

#include <array>
#include <sodium.h>

#include "json/value.h"
#include "json/writer.h"
#include "keep/hex_text.h"
#include "keep/sodium_ready.h"

namespace clew {
namespace {

constexpr std::int64_t kFormat = 1;
constexpr std::string_view kPlace = "key";
constexpr std::string_view kOfPassphrase = "argon2id13";
constexpr std::string_view kOfFile = "blake2b";
// Half a second and 64 MB for each guess; it is asked for once on each machine.
constexpr std::int64_t kPasses = 4;
constexpr std::int64_t kMemory = std::int64_t{64} << 20;
constexpr std::int64_t kLeastMemory = crypto_pwhash_MEMLIMIT_MIN;
// More is not asked of a machine by a file that others can write.
constexpr std::int64_t kMostPasses = 32;
constexpr std::int64_t kMostMemory = std::int64_t{1} << 30;

struct Recipe {
  std::string_view kind;
  std::array<std::uint8_t, crypto_pwhash_SALTBYTES> salt{};
  std::int64_t passes = kPasses;
  std::int64_t memory = kMemory;
};

std::string_view kind_of(const KeepSecret& secret) {
  return secret.kind == KeepSecret::Kind::kFile ? kOfFile : kOfPassphrase;
}

const unsigned char* raw(const std::string& bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

Result<KeepKey> derive(const KeepSecret& secret, const Recipe& recipe) {
  use_sodium();
  KeepKey key;
  if (secret.kind == KeepSecret::Kind::kFile) {
    crypto_generichash(key.bytes.data(), key.bytes.size(), raw(secret.bytes), secret.bytes.size(),
                       recipe.salt.data(), recipe.salt.size());
    return key;
  }
  const int failed =
      crypto_pwhash(key.bytes.data(), key.bytes.size(), secret.bytes.data(), secret.bytes.size(),
                    recipe.salt.data(), static_cast<unsigned long long>(recipe.passes),
                    static_cast<std::size_t>(recipe.memory), crypto_pwhash_ALG_ARGON2ID13);
  if (failed != 0) return Error{ErrorCode::kIo, "not enough memory to try the passphrase"};
  return key;
}

Error no_key_file() {
  return {ErrorCode::kCorrupt, "key.json is damaged: the key cannot be read from it"};
}

// What of the text says how the key is to be had, when it makes sense.
Result<Recipe> recipe_in(const json::Value& root, const KeepSecret& secret) {
  if (root["format"].int_or(0) > kFormat) {
    return Error{ErrorCode::kUnsupported, "its key was locked by a later Clew; use that"};
  }
  Recipe recipe{.kind = kind_of(secret)};
  const std::string_view kind = root["kdf"].string_or("");
  if (kind != kOfFile && kind != kOfPassphrase) return no_key_file();
  if (kind != recipe.kind) {
    return Error{ErrorCode::kInvalid, kind == kOfFile ? "it opens with a key file: --key-file FILE"
                                                      : "it opens with a passphrase, not a file"};
  }
  recipe.passes = root["passes"].int_or(kPasses);
  recipe.memory = root["memory"].int_or(kMemory);
  const bool sane = read_hex(root["salt"].string_or(""), recipe.salt) && recipe.passes >= 1 &&
                    recipe.passes <= kMostPasses && recipe.memory >= kLeastMemory &&
                    recipe.memory <= kMostMemory;
  return sane ? Result<Recipe>(recipe) : no_key_file();
}

}  // namespace

Result<std::string> lock_key(const LockedKey& key, const KeepSecret& secret) {
  Recipe recipe{.kind = kind_of(secret)};
  use_sodium();
  randombytes_buf(recipe.salt.data(), recipe.salt.size());
  auto lock = derive(secret, recipe);
  if (!lock) return lock.error();
  json::Writer out;
  out.begin_object().field("format", kFormat).field("cipher", "xchacha20-poly1305-ietf");
  out.field("kdf", recipe.kind).field("salt", hex_text(recipe.salt));
  if (secret.kind == KeepSecret::Kind::kPassphrase) {
    out.field("passes", recipe.passes).field("memory", recipe.memory);
  }
  const KeepCipher cipher(*lock);
  out.field("key", cipher.seal_line(key.key.hex() + key.machine, kPlace)).end_object();
  return out.take() + "\n";
}

Result<LockedKey> unlock_key(std::string_view text, const KeepSecret& secret) {
  json::Parser parser;
  const auto root = parser.parse_copy(text);
  if (!root || !root->is_object()) return no_key_file();
  const auto recipe = recipe_in(*root, secret);
  if (!recipe) return recipe.error();
  const auto lock = derive(secret, *recipe);
  if (!lock) return lock.error();
  const auto inside = KeepCipher(*lock).open_line((*root)["key"].string_or(""), kPlace);
  constexpr std::size_t kHex = 2 * sizeof(KeepKey::bytes);
  if (!inside || inside->size() < kHex) {
    return Error{ErrorCode::kInvalid, secret.kind == KeepSecret::Kind::kFile
                                          ? "it does not open with this key file"
                                          : "it does not open with this passphrase"};
  }
  const auto key = KeepKey::from_hex(inside->substr(0, kHex));
  if (!key) return no_key_file();
  return LockedKey{*key, inside->substr(kHex), std::string(text)};
}

}  // namespace clew
