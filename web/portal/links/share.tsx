// Sharing a payment link: by the device's own sheet where there is one, else by copying the address.
import { Drawing } from '../../ui/frame/tabs.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { uiTexts } from '../../ui/language/texts.ts'
import type { PaymentLink } from '../api-types.ts'
import { invitation } from './invitation.ts'

const texts = catalogue({
  fr: { share: 'Partager', copy: 'Copier le lien' },
  en: { share: 'Share', copy: 'Copy link' },
})

/** Opens the device's sheet. Its promise also rejects when the sheet is closed, which is not an error. */
export function shareLink(link: PaymentLink): void {
  void navigator.share({ text: invitation(link), url: link.url }).catch(() => {})
}

const drawings = {
  share: 'M12 3v12M8 7l4-4 4 4M5 12v8h14v-8',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
}

/** The button of a row in the list of links. @param name tells the row's button from the others */
export function ShareButton({ link, name }: { link: PaymentLink; name: string }) {
  const t = texts()
  const { labelled, copied, copyFailed } = uiTexts()
  const canShare = 'share' in navigator
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link.url)
      toast(labelled(copied, name))
    } catch {
      toast(copyFailed, 'bad')
    }
  }
  const label = labelled(canShare ? t.share : t.copy, name)
  return (
    <button
      type="button"
      class="icon-button"
      title={label}
      aria-label={label}
      onClick={canShare ? () => shareLink(link) : copy}
    >
      <Drawing of={canShare ? drawings.share : drawings.copy} />
    </button>
  )
}
