// The keys page: identifiers, secrets, allowed IP addresses and card fields on the merchant's site.
import { Card, Code, Facts } from '../../ui/display/facts.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import type { Me } from '../api-types.ts'
import { ConfirmAct } from '../step-up/step-up.tsx'
import { Allowlist } from './allowlist.tsx'
import { EmailConfirmation } from './confirmation.tsx'
import { ScopeList } from './key-scopes.tsx'
import { MicroformCard } from './microform.tsx'
import { hasNewKeys, NewKeys } from './new-keys.tsx'
import { Rotations } from './rotations.tsx'
import { secretNames } from './secrets.tsx'

const texts = catalogue({
  fr: {
    title: 'Clés et accès',
    intro:
      'Les clés avec lesquelles vos serveurs accèdent à votre compte. Ne les placez jamais dans une page web ni dans une application.',
    public: 'Identifiants',
    environment: 'Environnement',
    test: 'Test',
    live: 'Production',
    scopes: 'La clé d’API permet de',
  },
  en: {
    title: 'Keys and access',
    intro: 'The keys your servers use to access your account. Never put them in a web page or an app.',
    public: 'Identifiers',
    environment: 'Environment',
    test: 'Test',
    live: 'Live',
    scopes: 'The API key can',
  },
})

export function KeysPage() {
  const t = texts()
  const names = secretNames()
  const me = useLoad('me', (signal) => api.get<Me>('me', {}, signal))
  if (hasNewKeys()) return <NewKeys />
  return (
    <Page title={t.title} intro={t.intro}>
      <EmailConfirmation />
      <Await of={me}>
        {({ merchant_code, api_key, api_key_scopes, is_test, microform }) => (
          <>
            <Card title={t.public}>
              <Facts
                facts={[
                  [names.merchant_code, <Code key="code">{merchant_code}</Code>, merchant_code],
                  [names.api_key, api_key && <Code key="key">{api_key}</Code>, api_key ?? undefined],
                  ...(api_key_scopes
                    ? [[t.scopes, <ScopeList key="scopes" scopes={api_key_scopes} />] as const]
                    : []),
                  [t.environment, is_test ? t.test : t.live],
                ]}
              />
            </Card>
            <Rotations scopes={api_key_scopes} done={me.reload} />
            <ConfirmAct />
            <Allowlist />
            <MicroformCard microform={microform} />
          </>
        )}
      </Await>
    </Page>
  )
}
