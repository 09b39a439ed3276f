// SPDX-License-Identifier: MIT
import { lazy, Suspense } from 'preact/compat';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import { HomePage } from '../features/home/HomePage';
import { Sidebar } from '../features/sessions/Sidebar';
import { Trash } from '../features/sessions/Trash';
import { SessionPage } from '../features/conversation/SessionPage';
import { shared } from '../features/share/sharing';
import { dismiss, notices, undo } from '../state/notices';
import { helpOpen, paletteOpen, sidebarOpen, trashOpen } from '../state/screen';
import { refused, wantsSignIn } from '../state/sessions';
import { visible } from '../text/safe';
import { Icon } from '../ui/Icon';
import { CommandPalette } from './CommandPalette';
import { Keys } from './Keys';
import { NeedLink } from './NeedLink';
import { closeSidebar } from './overlay';
import { route } from './router';
import { SignIn } from './SignIn';

const ChangesPage = lazy(() => import('../features/changes/ChangesPage').then((m) => ({ default: m.ChangesPage })));
const ContextPage = lazy(() => import('../features/turns/ContextPage').then((m) => ({ default: m.ContextPage })));
const TimelinePage = lazy(() => import('../features/turns/TimelinePage').then((m) => ({ default: m.TimelinePage })));
const ComparePage = lazy(() => import('../features/branches/ComparePage').then((m) => ({ default: m.ComparePage })));
const FilesPage = lazy(() => import('../features/files/FilesPage').then((m) => ({ default: m.FilesPage })));
const NewSession = lazy(() => import('../features/drive/NewSession').then((m) => ({ default: m.NewSession })));
const ShareDialog = lazy(() => import('../features/share/ShareDialog').then((m) => ({ default: m.ShareDialog })));
const DetailsPage = lazy(() => import('../features/details/DetailsPage').then((m) => ({ default: m.DetailsPage })));
const PlansPage = lazy(() => import('../features/project/PlansPage').then((m) => ({ default: m.PlansPage })));
const ProjectPage = lazy(() => import('../features/project/ProjectPage').then((m) => ({ default: m.ProjectPage })));
const PromptsPage = lazy(() => import('../features/project/PromptsPage').then((m) => ({ default: m.PromptsPage })));
const SettingsPage = lazy(() => import('../features/settings/SettingsPage').then((m) => ({ default: m.SettingsPage })));
const SearchPage = lazy(() => import('../features/search/SearchPage').then((m) => ({ default: m.SearchPage })));
const UsagePage = lazy(() => import('../features/usage/UsagePage').then((m) => ({ default: m.UsagePage })));

function Page() {
  switch (route.value.page) {
    case 'session':
      return <SessionPage />;
    case 'compare':
      return <ComparePage />;
    case 'files':
      return <FilesPage />;
    case 'changes':
      return <ChangesPage />;
    case 'context':
      return <ContextPage />;
    case 'timeline':
      return <TimelinePage />;
    case 'usage':
      return <UsagePage />;
    case 'new':
      return <NewSession />;
    case 'details':
      return <DetailsPage />;
    case 'project':
      return <ProjectPage />;
    case 'prompts':
      return <PromptsPage />;
    case 'plans':
      return <PlansPage />;
    case 'settings':
      return <SettingsPage />;
    case 'search':
      return <SearchPage />;
    default:
      return <HomePage />;
  }
}

/** Who did something by keys, and lost the focus with what is gone, goes on beside the way back. */
function useFocusWhenLost(box: { current: HTMLElement | null }): void {
  const newest = notices.value.findLast((notice) => notice.undo)?.id;
  useEffect(() => {
    if (newest === undefined) return;
    const frame = requestAnimationFrame(() => {
      if (!document.activeElement || document.activeElement === document.body) box.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [newest]);
}

function Notices() {
  const box = useRef<HTMLDivElement>(null);
  useFocusWhenLost(box);
  return (
    <div class="notices" role="status" aria-live="polite" ref={box} tabIndex={-1}>
      {notices.value.map((notice) => (
        <div key={notice.id} class={notice.bad ? 'notice notice-bad' : 'notice'}>
          <span>{visible(notice.text)}</span>
          {notice.undo ? <button type="button" onClick={() => undo(notice)} title={`${t('undo')} (Ctrl Z)`} aria-keyshortcuts="Control+Z" data-testid="undo">{t('undo')}</button> : null}
          <button type="button" class="icon-button" aria-label={t('close')} onClick={() => dismiss(notice.id)}><Icon name="cross" /></button>
        </div>
      ))}
    </div>
  );
}

function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog class="help" ref={dialog} aria-label={t('keys')} onClose={() => (helpOpen.value = false)}>
      <form method="dialog">
        <h2>{t('keys')}</h2>
        <Keys />
        <button type="submit">{t('close')}</button>
      </form>
    </dialog>
  );
}

export function App() {
  if (wantsSignIn.value) return <SignIn />;
  if (refused.value) return <NeedLink />;
  return (
    <div class="app" data-wide={route.value.page === 'search'}>
      <a class="skip" href="#main" onClick={(e) => { e.preventDefault(); document.querySelector<HTMLElement>('#main .messages, #main a, #main button')?.focus(); }}>{t('skip')}</a>
      <Sidebar />
      <button type="button" class="scrim" data-open={sidebarOpen.value} tabIndex={-1} aria-hidden="true" onClick={closeSidebar} />
      <Suspense fallback={<main id="main" class="loading" aria-busy="true" />}>
        <Page />
      </Suspense>
      <Notices />
      {trashOpen.value ? <Trash /> : null}
      {shared.value ? <Suspense fallback={null}><ShareDialog /></Suspense> : null}
      {paletteOpen.value ? <CommandPalette /> : null}
      {helpOpen.value ? <Help /> : null}
    </div>
  );
}
