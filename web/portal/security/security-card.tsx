// How the signed-in user signs in: passkeys, authenticator app, recovery codes.
import { useState } from 'preact/hooks'
import { Card } from '../../ui/display/facts.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { CodesShown } from '../../ui/factors/codes/codes-shown.tsx'
import { recoveryTexts } from '../../ui/factors/codes/recovery-texts.ts'
import { FactorRow, PasskeyRow } from '../../ui/factors/factor-row.tsx'
import { canUsePasskeys } from '../../ui/factors/passkey-button.tsx'
import { passkeyTexts } from '../../ui/factors/passkey-texts.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api, recordSecondFactor } from '../access/session.ts'
import type { Factors } from '../api-types.ts'
import { AddApp } from './add-app.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { RenewCodes } from './recovery-codes.tsx'
import { RemoveFactor } from './remove-factor.tsx'
import { securityTexts } from './security-texts.ts'

type Acting =
  | { act: 'passkey' | 'app' | 'renew' }
  | { act: 'remove'; name: string; path: string }
  | { act: 'codes'; codes: string[] }

export function SecurityCard() {
  const t = securityTexts()
  const factors = useLoad('factors', async (signal) => {
    const found = await api.get<Factors>('factors', {}, signal)
    recordSecondFactor(found.second_factor)
    return found
  })
  const [acting, setActing] = useState<Acting>()
  /** Shows recovery codes where the change brought some. */
  const done = (codes: string[] | null = null) => {
    setActing(codes ? { act: 'codes', codes } : undefined)
    factors.reload()
  }
  const close = () => setActing(undefined)
  return (
    <Card id="security" title={t.title}>
      <Await of={factors}>
        {(found) => (
          <>
            <p class="soft">{found.second_factor ? t.on : t.off}</p>
            <FactorRows factors={found} act={setActing} />
            {acting?.act === 'remove' && (
              <RemoveFactor {...acting} isLast={countOf(found) === 1} done={done} close={close} />
            )}
          </>
        )}
      </Await>
      {acting?.act === 'passkey' && <AddPasskey done={done} close={close} />}
      {acting?.act === 'app' && <AddApp done={done} close={close} />}
      {acting?.act === 'renew' && <RenewCodes done={done} close={close} />}
      {acting?.act === 'codes' && <CodesShown codes={acting.codes} close={close} />}
    </Card>
  )
}

const countOf = ({ totp, passkeys }: Factors) => passkeys.length + (totp ? 1 : 0)

function FactorRows({ factors, act }: { factors: Factors; act: (acting: Acting) => void }) {
  const t = securityTexts()
  const { totp, passkeys, recovery_codes, second_factor } = factors
  return (
    <>
      <ul class="rows factors">
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.passkey_id}
            passkey={passkey}
            label={t.remove}
            onClick={() =>
              act({ act: 'remove', name: passkey.name, path: `factors/passkeys/${passkey.passkey_id}` })
            }
          />
        ))}
        <FactorRow
          name={t.app}
          note={totp ? t.appOn(formatTime(totp.created_at, 'shortDay')) : t.appOff}
          isOn={totp !== null}
          label={totp ? t.remove : `${t.setUp}…`}
          onClick={() => act(totp ? { act: 'remove', name: t.app, path: 'factors/totp' } : { act: 'app' })}
        />
        {second_factor && (
          <FactorRow
            name={recoveryTexts().codes}
            note={recoveryTexts().codesLeft(recovery_codes.left)}
            label={`${recoveryTexts().renew}…`}
            onClick={() => act({ act: 'renew' })}
          />
        )}
      </ul>
      {canUsePasskeys() && (
        <div class="actions">
          <Button small onClick={() => act({ act: 'passkey' })}>
            {passkeyTexts().add}…
          </Button>
          <span class="small-print">{passkeyTexts().hint}</span>
        </div>
      )}
    </>
  )
}
