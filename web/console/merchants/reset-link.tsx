// Creates a one-time password reset link for a merchant, with a reason, and shows it once.
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

/** Shows the link until the admin confirms having copied it: neither Escape nor a click outside closes the dialog. */
export function ResetLinkDialog({ link, close }: { link: ResetLink; close: () => void }) {
  const t = merchantTexts()
  const [isStored, setStored] = useState(false)
  return (
    <Dialog title={t.resetLink} close={close} locked>
      <Notice>{t.resetLinkText}</Notice>
      <Facts
        facts={[
          [t.email, link.email],
          [t.link, <Code key="link">{link.url}</Code>, link.url],
          [t.expires, <Time key="expires" at={link.expires_at} />],
        ]}
      />
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
