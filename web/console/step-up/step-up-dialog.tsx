// The dialog in which a signed-in admin confirms their identity, by a passkey, a code of the authenticator app or a recovery code.

import type * as schemas from '../../api/schemas.generated.ts'
import { ActFacts } from '../../ui/factors/act-facts.tsx'
import { CodeField, codeOf, knownFactorRefusals } from '../../ui/factors/codes/code-field.tsx'
import { PasskeyButton } from '../../ui/factors/passkey-button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Form, type Values } from '../../ui/forms/form.tsx'
import { Await } from '../../ui/service/await.tsx'
import type { ConfirmedAct } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { listPasskeys } from '../account/passkeys.ts'
import { api } from '../frame/session.ts'
import { prove, question } from './confirming.ts'
import { stepUpTexts } from './texts.ts'

/** Nothing until something asks. */
export function StepUpDialog() {
  const open = question.value
  if (!open) return null
  return (
    <Dialog title={stepUpTexts().title} close={open.cancelled}>
      <Confirm act={open.act} done={open.confirmed} />
    </Dialog>
  )
}

function Confirm({ act, done }: { act: ConfirmedAct | undefined; done: (token: string) => void }) {
  const t = stepUpTexts()
  const passkeys = useLoad('own passkeys', listPasskeys)
  const sign = async () => {
    const { signedBy } = await import('../../ui/factors/passkey.ts')
    const options = await api.post<schemas.PasskeyRequestOptions['data']>('/step-up/options')
    done(await prove(api, { passkey: await signedBy(options) }, act))
  }
  const give = async (values: Values) => {
    done(await prove(api, codeOf(values), act))
  }
  return (
    <Await of={passkeys}>
      {({ items }) => (
        <>
          <p>{act ? t.whyThis : t.why}</p>
          {act && <ActFacts act={act} />}
          {items.length > 0 && (
            <>
              <PasskeyButton run={sign} known={knownFactorRefusals()}>
                {t.withPasskey}
              </PasskeyButton>
              <p class="divider">{t.or}</p>
            </>
          )}
          <Form
            submit={give}
            action={t.confirm}
            appearance={items.length > 0 ? 'plain' : 'main'}
            known={knownFactorRefusals()}
          >
            <CodeField />
          </Form>
        </>
      )}
    </Await>
  )
}
