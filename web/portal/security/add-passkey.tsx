// The dialog that adds a passkey.
import type * as schemas from '../../api/schemas.generated.ts'
import { knownFactorRefusals } from '../../ui/factors/codes/code-field.tsx'
import { PasskeyForm } from '../../ui/factors/passkey-form.tsx'
import { passkeyTexts } from '../../ui/factors/passkey-texts.ts'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { StepUp } from '../step-up/step-up.tsx'
import { securityTexts } from './security-texts.ts'

type Added = schemas.PasskeyAdded['data']
type Options = schemas.PasskeyCreationOptions['data']

/** @param done is given recovery codes with the first factor */
export function AddPasskey({ done, close }: { done: (codes: string[] | null) => void; close: () => void }) {
  return (
    <Dialog title={passkeyTexts().add} close={close}>
      <StepUp>
        {(call) => (
          <PasskeyForm
            begin={() => call<Options>('POST', 'factors/passkeys/options')}
            register={async (made) => {
              const { recovery_codes } = await call<Added>('POST', 'factors/passkeys', made)
              toast(securityTexts().saved)
              done(recovery_codes)
            }}
            known={knownFactorRefusals()}
          />
        )}
      </StepUp>
    </Dialog>
  )
}
