// The dialog that removes a passkey or the authenticator app.
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { type ProvenCall, StepUp } from '../step-up/step-up.tsx'
import { securityTexts } from './security-texts.ts'

type Props = { name: string; path: string; isLast: boolean; done: () => void; close: () => void }

/** @param isLast whether the user has no other factor */
export function RemoveFactor({ name, path, isLast, done, close }: Props) {
  const t = securityTexts()
  const remove = async (call: ProvenCall) => {
    await call('DELETE', path)
    toast(t.saved)
    done()
  }
  return (
    <Dialog title={t.removeTitle(name)} close={close}>
      <StepUp>
        {(call) => (
          <>
            {isLast && <Notice>{t.removeLast}</Notice>}
            <p>{t.removeText}</p>
            <Form submit={() => remove(call)} action={t.remove} appearance="danger">
              {null}
            </Form>
          </>
        )}
      </StepUp>
    </Dialog>
  )
}
