// SPDX-License-Identifier: MIT
//
// The rest of what is known of a session: figures, todos, plan, subagents, what is odd about its file, and
// any line of it as it is.

import { useState } from 'preact/hooks';
import { ApiError, get, raw } from '../../api/client';
import { route, sessionHref } from '../../app/router';
import { ago, bytes, dateTime, duration, number, t } from '../../i18n';
import { Markdown } from '../../markdown/Markdown';
import { agentThread } from '../../state/conversation';
import { visible } from '../../text/safe';
import { CopyButton } from '../../ui/CopyButton';
import { Icon } from '../../ui/Icon';
import { useAnswer } from '../../ui/useAnswer';
import { costText } from '../conversation/TurnFacts';
import { SubPage } from '../turns/SubPage';
import '../usage/usage.css';
import './details.css';

const kLong = 30; // signs that have no room in a column
type Fact = [name: string, value: string | null | undefined];

function Facts({ rows }: { rows: Fact[] }) {
  return <dl class="facts-list">{rows.filter(([, value]) => value).map(([name, value]) => <div key={name} class={(value ?? '').length > kLong ? 'fact-long' : ''}><dt>{name}</dt><dd>{visible(value ?? '')}</dd></div>)}</dl>;
}

function About({ session }: { session: string }) {
  const { answer: info } = useAnswer(`info ${session}`, () => get('info', { session }));
  const { answer: stats } = useAnswer(`stats ${session}`, () => get('stats', { session, noUsage: true }));
  if (!info || !stats) return <p class="term-note" aria-busy="true">{t('loading')}</p>;
  const { main } = stats;
  return (
    <>
      <Facts rows={[
        ['ID', info.id], [t('writtenAt'), info.file], [t('project'), info.cwd], [t('gitBranch'), info.gitBranch], [t('model'), info.model], ['Claude Code', info.version],
        [t('began'), dateTime(info.createdAt)], [t('ended'), dateTime(info.updatedAt)], [t('workTime'), duration(stats.activeMs)], [t('size'), bytes(info.size)],
        [t('cost'), info.usage ? costText(info.usage) : ''], [t('tokensTotal'), info.usage ? number(info.usage.total) : ''],
        [t('daysLeftName'), info.daysLeft === null ? '' : t('daysLeft', { n: info.daysLeft })], [t('branchMap'), number(info.branches)],
      ]} />
      <h2>{t('figures')}</h2>
      <Facts rows={[
        [t('partPrompt'), number(main.prompts)], [t('turnsName'), number(main.turns)], [t('answersName'), number(main.answers)], [t('toolCalls'), number(main.toolCalls)], [t('toolFailed'), number(main.failedTools)],
        [t('interruptionsName'), number(main.interruptions)], [t('compactionsName'), number(main.compactions)], [t('apiErrors'), number(main.apiErrors)],
      ]} />
      <div class="table-scroll">
        <table class="usage-table"><thead><tr><th>{t('byTool')}</th><th class="num">{t('toolCalls')}</th><th class="num">{t('failedColumn')}</th></tr></thead>
          <tbody>{[...main.tools].sort((a, b) => b.calls - a.calls).map((tool) => <tr key={tool.name}><th scope="row">{visible(tool.name)}</th><td class="num">{number(tool.calls)}</td><td class="num">{number(tool.failed)}</td></tr>)}</tbody>
        </table>
      </div>
    </>
  );
}

function Todos({ session }: { session: string }) {
  const { answer } = useAnswer(`todos ${session}`, () => get('todos', { session }));
  if (!answer || answer.lists.length === 0) return null;
  return (
    <section data-testid="todos">
      <h2>{t('todos')}</h2>
      {answer.lists.map((list, i) => (
        <ul key={i} class="todo-list">
          {list.items.map((item, n) => <li key={n} data-status={item.status}><Icon name={item.status === 'completed' ? 'check' : item.status === 'in_progress' ? 'play' : 'clock'} /> {visible(item.text)}</li>)}
        </ul>
      ))}
    </section>
  );
}

function Plan({ session }: { session: string }) {
  const { answer } = useAnswer(`plan ${session}`, () => get('plans', { session }));
  return answer?.content ? <section><h2>{t('plan')}</h2><div class="plan-text"><Markdown text={answer.content} /></div></section> : null;
}

function Agents({ session }: { session: string }) {
  const { answer } = useAnswer(`agents ${session}`, () => get('agents', { session }));
  if (!answer || answer.agents.length === 0) return null;
  return (
    <section data-testid="agents">
      <h2>{t('agentCount', { n: answer.agents.length })}</h2>
      <ul class="agent-list">
        {answer.agents.map((agent) => (
          <li key={agent.id}><a href={sessionHref(agent.ownFile ? agentThread(session, agent.id) : session, agent.ownFile ? {} : { agent: agent.id })}><Icon name="robot" /> {visible(agent.description || agent.prompt || agent.id)}</a> <span class="web-host">{visible(agent.type ?? agent.kind)} · {bytes(agent.size)} · {ago(agent.createdAt)}</span></li>
        ))}
      </ul>
    </section>
  );
}

function Check({ session }: { session: string }) {
  const { answer } = useAnswer(`check ${session}`, () => get('check', { session }));
  if (!answer) return null;
  return (
    <section data-testid="check">
      <h2>{t('checkTitle')}</h2>
      <p class="term-note">{answer.findingCount === 0 ? t('checkFine', { n: answer.lines }) : t('checkFound', { n: answer.findingCount, lines: answer.lines })}</p>
      <ul class="finding-list">
        {answer.findings.slice(0, 50).map((one, i) => <li key={i}><span class="web-host">{one.line ? t('lineNumber', { n: one.line }) : ''}</span> {visible(one.reason)}</li>)}
        {answer.unknown.map((one) => <li key={`${one.what} ${one.version}`}>{t('unknownType', { what: one.what, n: one.count })}</li>)}
      </ul>
    </section>
  );
}

function Raw({ session }: { session: string }) {
  const [text, setText] = useState('');
  const [failed, setFailed] = useState('');
  const first = route.value.params['raw'] ?? '';
  const show = (uuid: string): void => {
    setFailed('');
    raw(session, uuid).then(setText, (error: unknown) => setFailed(error instanceof ApiError ? error.message : String(error)));
  };
  return (
    <section data-testid="raw">
      <h2>{t('rawLine')}</h2>
      <form class="raw-form" onSubmit={(e) => { e.preventDefault(); show((new FormData(e.currentTarget).get('uuid') as string).trim()); }}>
        <input name="uuid" defaultValue={first} placeholder={t('rawHint')} aria-label={t('rawHint')} spellcheck={false} />
        <button type="submit" class="tool-button">{t('open')}</button>
        {text ? <CopyButton text={text} /> : null}
      </form>
      {failed ? <p class="tool-error" role="alert">{failed}</p> : null}
      {text ? <pre class="raw-text" tabIndex={0}>{visible(text)}</pre> : null}
    </section>
  );
}

export function DetailsPage() {
  const { session } = route.value;
  return (
    <SubPage page="details" title={t('details')} failed="" waiting={false}>
      <div class="details">
        <About session={session} />
        <Todos session={session} />
        <Plan session={session} />
        <Agents session={session} />
        <Check session={session} />
        <Raw session={session} />
      </div>
    </SubPage>
  );
}
