// The passkeys of the signed-in admin: add one, remove one.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { Card } from '../../ui/display/facts.tsx'
import { PasskeyRow } from '../../ui/factors/factor-row.tsx'
import { canUsePasskeys } from '../../ui/factors/passkey-button.tsx'
import { PasskeyForm } from '../../ui/factors/passkey-form.tsx'
import { passkeyTexts } from '../../ui/factors/passkey-texts.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { Decision } from '../parts/decision.tsx'
import { addPasskey, listPasskeys, passkeyOptions, removePasskey } from './passkeys.ts'
import { accountTexts } from './texts.ts'

export function PasskeysCard() {
  const t = accountTexts()
  const passkeys = useLoad('own passkeys', listPasskeys)
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<schemas.Passkey>()
  return (
    <Card title={t.passkeys}>
      <p class="soft">{t.passkeysText}</p>
      <Await of={passkeys}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{t.noPasskeys}</p>
          ) : (
            <ul class="rows factors">
              {items.map((passkey) => (
                <PasskeyRow
                  key={passkey.passkey_id}
                  passkey={passkey}
                  label={t.remove}
                  onClick={() => setRemoving(passkey)}
                />
              ))}
            </ul>
          )
        }
      </Await>
      {canUsePasskeys() && (
        <div class="actions">
          <Button small onClick={() => setAdding(true)}>
            {passkeyTexts().add}…
          </Button>
        </div>
      )}
      {adding && <AddPasskey done={passkeys.reload} close={() => setAdding(false)} />}
      {removing && (
        <Decision
          title={t.removeTitle(removing.name)}
          explanation={t.removeText}
          action={t.remove}
          appearance="danger"
          reason="none"
          decide={async () => {
            await removePasskey(removing)
            passkeys.reload()
          }}
          done={t.removed}
          close={() => setRemoving(undefined)}
        />
      )}
    </Card>
  )
}

function AddPasskey({ done, close }: { done: () => void; close: () => void }) {
  const t = accountTexts()
  const register = async (made: { name: string; passkey: object }) => {
    await addPasskey(made)
    toast(t.added)
    done()
    close()
  }
  const known = { 'RMT-1029': t.wrongPasskey, 'RMT-409': t.known }
  return (
    <Dialog title={passkeyTexts().add} close={close}>
      <PasskeyForm begin={passkeyOptions} register={register} known={known} />
    </Dialog>
  )
}
