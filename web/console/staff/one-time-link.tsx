// The dialog that says to whom a one-time link is sent or, where the service sends no email, shows it, this once.
import { Code, Facts } from '../../ui/display/facts.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { staffTexts } from './texts.ts'

/** `waits`: the link works after another admin has approved it. */
export type MadeLink = { email: string; url: string | null; link_expires_at: string; waits: boolean }

export function OneTimeLink({ link, close }: { link: MadeLink; close: () => void }) {
  const t = staffTexts()
  if (link.url === null)
    return (
      <Dialog title={t.linkTitle} close={close}>
        <Notice>{link.waits ? t.linkSentLater(link.email) : t.linkSent(link.email)}</Notice>
        <Button appearance="main" onClick={close}>
          {t.close}
        </Button>
      </Dialog>
    )
  return (
    <Dialog title={t.linkTitle} close={close} locked>
      <Notice title={t.linkOnce}>
        {t.linkText(link.email, formatTime(link.link_expires_at, 'day'))} {link.waits && t.linkWaits}
      </Notice>
      <Facts facts={[[t.link, <Code key="link">{link.url}</Code>, link.url]]} />
      <Button appearance="main" onClick={close}>
        {t.stored}
      </Button>
    </Dialog>
  )
}
