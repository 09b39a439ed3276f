// SPDX-License-Identifier: MIT
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { get } from '../../api/client';
import type { SessionInfo } from '../../api/types';
import { openSidebar } from '../../app/overlay';
import { go, sessionHref, withParams } from '../../app/router';
import { headEditing } from '../../state/screen';
import { ago, bytes, dateTime, t } from '../../i18n';
import type { Conversation } from '../../state/conversation';
import { bringBack, hide, pin, remark, remove, rename, tag } from '../../state/edits';
import { sessionById } from '../../state/sessions';
import { shared } from '../share/sharing';
import { visible } from '../../text/safe';
import { CopyButton } from '../../ui/CopyButton';
import { Icon } from '../../ui/Icon';
import { Menu } from '../../ui/Menu';
import { KeptMark } from '../../ui/KeptMark';
import { Doing } from '../home/Card';
import { SessionFacts } from './SessionFacts';

/** A single-quoted word for a POSIX shell. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** What only Clew has, in the keep or in the session store, `claude` does not find. */
export function resumeCommand(cwd: string | null | undefined, id: string): string {
  const session = sessionById(id);
  if (session?.kept || session?.machine) return `clew resume ${shellWord(id)}`;
  return cwd ? `cd ${shellWord(cwd)} && claude --resume ${shellWord(id)}` : `claude --resume ${shellWord(id)}`;
}

function Editable({ value, label, onDone }: { value: string; label: string; onDone: (text: string | null) => void }) {
  const field = useRef<HTMLInputElement>(null);
  // Before anything is painted: the next key already belongs to the field.
  useLayoutEffect(() => field.current?.select(), []);
  return (
    <form
      class="inline-edit"
      onSubmit={(e) => {
        e.preventDefault();
        onDone((new FormData(e.currentTarget).get('text') as string).trim());
      }}
    >
      <input name="text" ref={field} defaultValue={value} aria-label={label} onKeyDown={(e) => e.key === 'Escape' && onDone(null)} />
      <button type="submit">{t('save')}</button>
    </form>
  );
}

/** The old form of a compaction continued in another session; newer versions stay in the same file. */
function Continuations({ session, version, continues }: { session: string; version: string; continues: boolean }) {
  const [info, setInfo] = useState<SessionInfo | null>(null);
  const old = continues || /^[01]\./.test(version);
  useEffect(() => {
    let live = true;
    setInfo(null);
    if (old && session) get('info', { session, noUsage: true }).then((answer) => live && setInfo(answer), () => undefined);
    return () => {
      live = false;
    };
  }, [session, old]);
  const link = (id: string, label: string) => <a key={id} class="badge" href={`#/s/${encodeURIComponent(id)}`}><Icon name="fold" /> {label}</a>;
  return (
    <>
      {info?.continues ? link(info.continues, t('continuesSession')) : null}
      {info?.continuedBy?.map((id) => link(id, t('continuedBySession')))}
    </>
  );
}

export function SessionHeader({ conversation }: { conversation: Conversation }) {
  const head = conversation.head.value;
  const row = sessionById(conversation.key.session);
  const editing = headEditing.value;
  const setEditing = (part: typeof headEditing.value): void => {
    headEditing.value = part;
  };
  useEffect(() => () => setEditing(null), [conversation.key.session]);
  const title = row?.title || head?.title || head?.name || conversation.key.session;
  const id = head?.id ?? row?.id ?? '';
  const cwd = head?.cwd ?? row?.cwd;
  return (
    <header class="session-head">
      <button type="button" class="icon-button narrow-only" aria-label={t('sessions')} onClick={openSidebar}><Icon name="menu" /></button>
      <div class="session-title">
        {editing === 'title' && row ? (
          <Editable value={row.title} label={t('title')} onDone={(text) => { setEditing(null); if (text && text !== row.title) void rename(row, text); }} />
        ) : (
          <h1 title={visible(title)}>{visible(title)}</h1>
        )}
        <p class="facts">
          {conversation.isAgent.value ? <a class="badge badge-branch" href={`#/s/${encodeURIComponent(id)}`} data-testid="to-parent">{t('ofSubagent')}</a> : null}
          {row?.pinned ? <span class="mark" role="img" aria-label={t('pinned')} title={t('pinned')}><Icon name="pin" /></span> : null}
          {row ? <Doing row={row} /> : null}
          {cwd ? <span title={visible(cwd)}><Icon name="folder" /> {visible(row?.project.path ?? cwd)}</span> : null}
          {head?.gitBranch ? <span><Icon name="branch" /> {visible(head.gitBranch)}</span> : null}
          {editing === 'tag' && row ? (
            <Editable value={row.tag ?? ''} label={t('tag')} onDone={(text) => { setEditing(null); if (text !== null && text !== (row.tag ?? '')) void tag(row, text); }} />
          ) : row?.tag ? <span class="badge"><Icon name="tag" /> {visible(row.tag)}</span> : null}
          <span title={`${dateTime(head?.createdAt)} – ${dateTime(head?.updatedAt)}`}>{ago(head?.updatedAt)}</span>
          <span class="wide-only">{t('messagesCount', { n: conversation.total.value })}{head ? ` · ${bytes(head.bytes)}` : ''}{head?.version ? ` · ${visible(head.version)}` : ''}</span>
          {conversation.key.meta ? <a class="badge badge-branch" href={`#/s/${encodeURIComponent(conversation.key.session)}`}>{t('withMeta')}</a> : null}
          {conversation.key.leaf ? <a class="badge badge-branch" href={`#/s/${encodeURIComponent(conversation.key.session)}`}>{t('notActiveBranch')}</a> : null}
          <Continuations session={id} version={head?.version ?? ''} continues={!!head?.continues} />
          {row ? <KeptMark row={row} /> : null}
          {row?.daysLeft !== null && row?.daysLeft !== undefined && row.daysLeft <= 7 ? <span class="badge badge-warn">{t('daysLeft', { n: row.daysLeft })}</span> : null}
        </p>
        {editing === 'remark' && row ? (
          <Editable value={row.remark ?? ''} label={t('remark')} onDone={(text) => { setEditing(null); if (text !== null && text !== (row.remark ?? '')) void remark(row, text); }} />
        ) : row?.remark ? <p class="session-remark" data-testid="remark"><Icon name="note" /> {visible(row.remark)}</p> : null}
        <SessionFacts conversation={conversation} />
      </div>
      <div class="session-actions">
        {conversation.isAgent.value ? null : <CopyButton text={resumeCommand(cwd, id)} label={t('copyResume')} />}
        {row ? (
          <Menu label={t('more')} icon="more">
            {[
              ...(row.kept ? [
                { label: t('bringBack'), icon: 'down' as const, run: () => void bringBack(row) },
              ] : [
                { label: t('rename'), icon: 'pencil' as const, run: () => setEditing('title') },
                { label: t('setTag'), icon: 'tag' as const, run: () => setEditing('tag') },
              ]),
              { label: t('shareIt'), icon: 'send' as const, run: () => (shared.value = { session: id, leaf: conversation.key.leaf, from: '', to: '' }) },
              { label: row.pinned ? t('unpin') : t('pin'), icon: 'pin' as const, run: () => void pin([row], !row.pinned) },
              { label: t('remark'), icon: 'note' as const, run: () => setEditing('remark') },
              { label: t('sideBySide'), icon: 'columns' as const, run: () => go(withParams({ beside: ' ' })) },
              { label: t('details'), icon: 'list' as const, run: () => go(sessionHref(row.id, {}, 'details')) },
              { label: row.hidden ? t('unhide') : t('hide'), icon: 'eye' as const, run: () => void hide(row) },
              ...(row.kept ? [] : [{ label: t('delete'), icon: 'trash' as const, run: () => void remove(row).then((done) => done && go('#/')) }]),
            ]}
          </Menu>
        ) : null}
      </div>
    </header>
  );
}
