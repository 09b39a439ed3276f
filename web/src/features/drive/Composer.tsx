// SPDX-License-Identifier: MIT
import { t } from '../../i18n';
import type { Conversation } from '../../state/conversation';

export function Composer({ conversation }: { conversation: Conversation }) {
  void conversation; void t;
  return null;
}
