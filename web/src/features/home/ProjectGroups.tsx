// SPDX-License-Identifier: MIT
//
// The last sessions of each project under its name: the names stay in sight while their sessions scroll
// past, and fold. What is folded is not asked for.

import { useEffect, useState } from 'preact/hooks';
import { get } from '../../api/client';
import type { Project, SessionRow } from '../../api/types';
import { folded, fold } from '../../app/folded';
import { ago, dateTime, number, t } from '../../i18n';
import { cursor, filters, learn, list, wanted } from '../../state/sessions';
import { visible } from '../../text/safe';
import { Icon } from '../../ui/Icon';
import { projectName, SessionRowView } from '../sessions/SessionRowView';
import { route, sessionHref } from '../../app/router';

const kFirst = 5; // sessions of a project
const kOpen = 4; // projects that are open at first
const kMostProjects = 200;

/** On the home page the name above says the project. */
function HomeRow({ row }: { row: SessionRow }) {
  return (
    <a class="home-row" href={sessionHref(row.id)} data-session={row.id}>
      {row.running ? <span class="running-dot" role="img" aria-label={t('running')} /> : null}
      {row.pinned ? <Icon name="pin" /> : null}
      <span class="home-row-name">{visible(row.title || row.name)}</span>
      {row.gitBranch ? <span class="home-row-branch"><Icon name="branch" />{visible(row.gitBranch)}</span> : null}
      {row.tag ? <span class="badge">{visible(row.tag)}</span> : null}
      <time title={dateTime(row.updatedAt)}>{ago(row.updatedAt ?? row.modifiedAt)}</time>
    </a>
  );
}

function Rows({ path, newest, isHome }: { path: string; newest: string; isHome: boolean }) {
  const [rows, setRows] = useState<SessionRow[] | null>(null);
  const [most, setMost] = useState(kFirst);
  const [more, setMore] = useState(false);
  useEffect(() => {
    let live = true;
    get('list', { ...wanted(), all: false, path, match: [], limit: most }).then(
      (page) => {
        if (!live) return;
        learn(page.sessions);
        setRows(page.sessions);
        setMore(!!page.nextCursor);
      },
      () => live && setRows([]),
    );
    return () => {
      live = false;
    };
  }, [path, most, newest, filters.value]);
  if (!rows) return <p class="term-note" aria-busy="true">{t('loading')}</p>;
  return (
    <>
      {rows.map((row) => isHome ? <HomeRow key={row.file} row={row} /> : <SessionRowView key={row.file} row={row} selected={row.id === route.value.session} current={row.id === cursor.value} />)}
      {more ? <button type="button" class="hit-more" onClick={() => setMost(most * 4)}>{t('moreOfProject')}</button> : null}
    </>
  );
}

function Group({ project, nth, isHome }: { project: Project; nth: number; isHome: boolean }) {
  const path = project.path ?? '';
  const key = `project ${path || project.key}`;
  const isOpen = folded.value[key] === undefined ? nth < kOpen : !folded.value[key];
  return (
    <section class="project-group" data-testid="project-group">
      <header class={isHome ? '' : 'group-head'}>
        <button type="button" class="group-fold" aria-expanded={isOpen} onClick={() => fold(key, isOpen)}>
          <Icon name="chevron" /> <span class="group-name" title={visible(path)}>{visible(projectName(path) || project.key)}</span>
          <span class="group-count">{number(project.sessions)}</span>
        </button>
        <time>{ago(project.updatedAt)}</time>
        {path ? <a class="icon-button" href={`#/project?path=${encodeURIComponent(path)}`} aria-label={t('projectPage', { name: projectName(path) })} title={t('projectPage', { name: projectName(path) })}><Icon name="folder" /></a> : null}
      </header>
      {isOpen && path ? <Rows path={path} newest={project.updatedAt ?? ''} isHome={isHome} /> : null}
    </section>
  );
}

export function useProjects(): Project[] {
  const [projects, setProjects] = useState<Project[]>([]);
  const newest = list.value?.sessions[0]?.id ?? '';
  useEffect(() => {
    let live = true;
    get('projects', { hidden: filters.value.hidden }).then((answer) => live && setProjects(answer.projects), () => undefined);
    return () => {
      live = false;
    };
  }, [newest, filters.value.hidden]);
  return projects;
}

export function ProjectGroups({ isHome = false }: { isHome?: boolean }) {
  const only = filters.value.project;
  const projects = useProjects().filter((project) => !only || project.path === only);
  return <div class="project-groups">{projects.filter((project) => project.sessions > 0).slice(0, kMostProjects).map((project, i) => <Group key={`${project.root} ${project.key}`} project={project} nth={i} isHome={isHome} />)}</div>;
}
