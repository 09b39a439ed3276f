// SPDX-License-Identifier: MIT
import { day } from '../../i18n';
import type { Conversation } from '../../state/conversation';

function timeOf(conversation: Conversation, index: number | undefined): string | null {
  if (index === undefined) return null;
  return conversation.message(index)?.timestamp ?? conversation.outline.value?.[index]?.timestamp ?? null;
}

/** Above the first message and the first of each further day: which day it is. */
export function Day({ conversation, index, before }: { conversation: Conversation; index: number; before: number | undefined }) {
  const time = timeOf(conversation, index);
  const earlier = timeOf(conversation, before);
  // Until the outline has come nobody knows the day of a message that is not loaded.
  if (!time || (before !== undefined && !earlier)) return null;
  const own = day(time);
  if (!own || (earlier && day(earlier) === own)) return null;
  return (
    <p class="day" data-testid="day">
      <time dateTime={time}>{own}</time>
    </p>
  );
}
