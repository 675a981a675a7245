// The dialog that renews the recovery codes.
import type * as schemas from '../../api/schemas.generated.ts'
import { recoveryTexts } from '../../ui/factors/codes/recovery-texts.ts'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { type ProvenCall, StepUp } from '../step-up/step-up.tsx'

export function RenewCodes({ done, close }: { done: (codes: string[]) => void; close: () => void }) {
  const t = recoveryTexts()
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
