// SPDX-License-Identifier: MIT
import { route } from '../app/router';
import { sessionById } from '../state/sessions';
import { visible } from '../text/safe';

/** As people of that project say it: from the folder where the session ran. */
export function relativePath(path: string, folder: string | null | undefined): string {
  const base = folder?.replace(/[/\\]+$/, '');
  if (!base || path.length <= base.length + 1 || !path.startsWith(base)) return path;
  return /[/\\]/.test(path[base.length] ?? '') ? path.slice(base.length + 1) : path;
}

/** A path that loses its beginning where there is no room: the name of the file is what tells. */
export function FilePath({ path }: { path: string }) {
  const row = sessionById(route.value.session);
  return <span class="path" title={visible(path)}><bdi dir="ltr">{visible(relativePath(path, row?.cwd ?? row?.project.path))}</bdi></span>;
}
