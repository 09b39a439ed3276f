// SPDX-License-Identifier: MIT
#include "engine/keep/encrypt_operation.h"

#include "engine/keep/keep_operation.h"
#include "keep/encrypt.h"
#include "keep/machine_name.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::int64_t kLargestSecret = std::int64_t{1} << 20;
constexpr std::size_t kLeastSecret = 16;

Result<Encryption> encryption_at(const FileSystem& disk, const KeepPlace& place) {
  const auto world = KeptWorld::load(disk, place);
  if (!world) return world.error();
  Encryption encryption;
  for (const KeptMachine* machine : (*world)->machines()) {
    if (machine->cipher) encryption.machines.push_back(machine->title);
    if (machine->locked) encryption.locked.push_back(machine->name);
    if (!machine->cipher && !machine->locked) encryption.plain.push_back(machine->name);
  }
  return encryption;
}

}  // namespace

Result<Encryption> encrypt(Engine& engine, const KeepSecret& secret) {
  const EngineOptions& options = engine.options();
  if (options.keep.empty()) return no_keep();
  const auto place = encrypt_keep(engine.disk(), {.place = engine.keep_place(),
                                                  .secret = secret,
                                                  .keys_file = options.own.keep_keys(),
                                                  .machine_file = options.own.machine(),
                                                  .host = host_name(),
                                                  .stop = engine.stop()});
  if (!place) return place.error();
  return encryption_at(engine.disk(), *place);
}

Result<Encryption> unlock(Engine& engine, const KeepSecret& secret) {
  const EngineOptions& options = engine.options();
  if (options.keep.empty()) return no_keep();
  const auto place =
      unlock_keep(engine.disk(), engine.keep_place(), secret, options.own.keep_keys());
  if (!place) return place.error();
  return encryption_at(engine.disk(), *place);
}

Result<KeepSecret> secret_of_file(Engine& engine, const Arguments& arguments) {
  const std::string path = arguments.text("key-file");
  if (path.empty()) {
    return Error{ErrorCode::kInvalid,
                 "a passphrase is asked for in a terminal only; --key-file FILE names a file that "
                 "stands for one"};
  }
  const std::string file = resolve_path(engine.options().folder, path);
  auto bytes = read_file(engine.disk(), file, kLargestSecret);
  if (!bytes) return bytes.error();
  if (bytes->size() < kLeastSecret) {
    return Error{ErrorCode::kInvalid, file +
                                          " is too short for a key: at least 16 bytes, such as "
                                          "those of `head -c 32 /dev/urandom`"};
  }
  return KeepSecret{KeepSecret::Kind::kFile, std::move(*bytes)};
}

}  // namespace clew
