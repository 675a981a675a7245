// Has a one-time link for a new password sent to a merchant, with a reason; shows it once where the service sends no email.
import type { ComponentProps } from 'preact'
import { useState } from 'preact/hooks'
import { Code, Facts } from '../../ui/display/facts.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Decision } from '../parts/decision.tsx'
import { createResetLink, type ResetLink } from './merchant.ts'
import { merchantTexts } from './texts.ts'

/** @param reveal receives the link, which is shown only once */
export function ResetLinkDecision({
  code,
  reveal,
  close,
}: {
  code: string
  reveal: (link: ResetLink) => void
  close: () => void
}) {
  const t = merchantTexts()
  return (
    <Decision
      title={t.resetTitle}
      explanation={t.resetText}
      action={t.createLink}
      decide={async ({ reason = '' }) => reveal(await createResetLink(code, reason))}
      done={t.linkCreated}
      close={close}
    />
  )
}

/**
 * Says to whom the link was sent. Where the service sends no email, shows it until the admin confirms having copied it: neither Escape
 * nor a click outside closes the dialog.
 */
export function ResetLinkDialog({ link, close }: { link: ResetLink; close: () => void }) {
  const t = merchantTexts()
  const [isStored, setStored] = useState(false)
  const facts: ComponentProps<typeof Facts>['facts'] = [
    [t.email, link.email],
    [t.expires, <Time key="expires" at={link.expires_at} />],
  ]
  if (link.url === null)
    return (
      <Dialog title={t.linkSent} close={close}>
        <Notice>{t.linkSentText}</Notice>
        <Facts facts={facts} />
        <Button appearance="main" onClick={close}>
          {t.close}
        </Button>
      </Dialog>
    )
  return (
    <Dialog title={t.resetLink} close={close} locked>
      <Notice>{t.resetLinkText}</Notice>
      <Facts facts={[[t.link, <Code key="link">{link.url}</Code>, link.url], ...facts]} />
      <label class="check">
        <input
          type="checkbox"
          checked={isStored}
          onChange={(event) => setStored(event.currentTarget.checked)}
        />
        {t.linkStored}
      </label>
      <Button appearance="main" disabled={!isStored} onClick={close}>
        {t.close}
      </Button>
    </Dialog>
  )
}
