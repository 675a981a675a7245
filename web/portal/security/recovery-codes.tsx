// The dialogs that show recovery codes, this once, and that renew them.
import type * as schemas from '../../api/schemas.generated.ts'
import { Button, CopyButton } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { type ProvenCall, StepUp } from '../step-up/step-up.tsx'
import { securityTexts } from './security-texts.ts'

/** Closes only by its button: the codes are never shown again. */
export function CodesShown({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const t = securityTexts()
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

export function RenewCodes({ done, close }: { done: (codes: string[]) => void; close: () => void }) {
  const t = securityTexts()
  const renew = async (call: ProvenCall) =>
    done((await call<schemas.RecoveryCodes['data']>('POST', 'factors/recovery-codes')).recovery_codes)
  return (
    <Dialog title={t.codes} close={close}>
      <StepUp>
        {(call) => (
          <>
            <p>{t.renewText}</p>
            <Form submit={() => renew(call)} action={t.renew}>
              {null}
            </Form>
          </>
        )}
      </StepUp>
    </Dialog>
  )
}
