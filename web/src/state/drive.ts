// SPDX-License-Identifier: MIT
export async function forkAt(session: string, uuid: string): Promise<void> {
  void session; void uuid;
}
