// SPDX-License-Identifier: MIT
import { Component, type ComponentChildren } from 'preact';
import { t } from '../i18n';

/** What cannot be shown says so in its place; everything around it stays. */
export class Guard extends Component<{ children: ComponentChildren; text?: string }, { failed: boolean }> {
  override state = { failed: false };

  static override getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div class="tool-error">
        <p>{t('cannotShow')}</p>
        {this.props.text ? <pre>{this.props.text.slice(0, 2000)}</pre> : null}
      </div>
    );
  }
}
