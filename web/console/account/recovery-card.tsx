// The recovery codes of the signed-in admin: how many are left, and new ones.
import { useState } from 'preact/hooks'
import { Card } from '../../ui/display/facts.tsx'
import { CodesShown } from '../../ui/factors/codes/codes-shown.tsx'
import { recoveryTexts } from '../../ui/factors/codes/recovery-texts.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { Decision } from '../parts/decision.tsx'
import { countRecoveryCodes, renewRecoveryCodes } from './passkeys.ts'
import { accountTexts } from './texts.ts'

export function RecoveryCard() {
  const t = { ...accountTexts(), ...recoveryTexts() }
  const codes = useLoad('own recovery codes', countRecoveryCodes)
  const [renewing, setRenewing] = useState(false)
  const [made, setMade] = useState<readonly string[]>()
  return (
    <Card title={t.codes}>
      <p class="soft">{t.recoveryText}</p>
      <Await of={codes}>
        {({ left, created_at }) => {
          const action = created_at === null ? t.makeCodes : t.renew
          return (
            <>
              <p>{created_at === null ? t.noCodes : t.codesLeft(left)}</p>
              <div class="actions">
                <Button small onClick={() => setRenewing(true)}>
                  {action}…
                </Button>
              </div>
              {renewing && (
                <Decision
                  title={t.codes}
                  explanation={created_at === null ? t.makeText : t.renewText}
                  action={action}
                  reason="none"
                  decide={async () => {
                    setMade((await renewRecoveryCodes()).recovery_codes)
                  }}
                  done={t.codesMade}
                  close={() => setRenewing(false)}
                />
              )}
            </>
          )
        }}
      </Await>
      {made && (
        <CodesShown
          codes={made}
          close={() => {
            setMade(undefined)
            codes.reload()
          }}
        />
      )}
    </Card>
  )
}
