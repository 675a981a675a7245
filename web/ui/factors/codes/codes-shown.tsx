// The dialog that shows recovery codes, this once.
import { Button, CopyButton } from '../../forms/button.tsx'
import { Dialog } from '../../forms/dialog.tsx'
import { Notice } from '../../frame/notice.tsx'
import { recoveryTexts } from './recovery-texts.ts'

/** Closes only by its button: the codes are never shown again. */
export function CodesShown({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const t = recoveryTexts()
  return (
    <Dialog title={t.codes} close={close} locked>
      <Notice title={t.codesOnce}>{t.codesText}</Notice>
      <ol class="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div class="actions">
        <Button appearance="main" onClick={close}>
          {t.stored}
        </Button>
        <CopyButton text={codes.join('\n')} what={t.codes} small={false} />
      </div>
    </Dialog>
  )
}
