// The IP allowlist: the addresses from which the merchant's keys are accepted.
import { Card } from '../../ui/display/facts.tsx'
import { TextArea } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import { confirmedCall } from '../step-up/step-up.tsx'
import { linesOf } from './lines.ts'

const texts = catalogue({
  fr: {
    title: 'Adresses IP autorisées',
    intro: 'Limitez vos clés aux adresses de vos serveurs. Une adresse IP ou un réseau (CIDR) par ligne.',
    open: 'La liste est vide\u00a0: vos clés sont acceptées depuis n’importe quelle adresse.',
    label: 'Adresses de vos serveurs',
    hint: 'Par exemple 203.0.113.7 ou 203.0.113.0/24',
    save: 'Enregistrer la liste',
    saved: 'Liste enregistrée.',
  },
  en: {
    title: 'Allowed IP addresses',
    intro: 'Limit your keys to your servers’ addresses. One IP address or network (CIDR) per line.',
    open: 'The list is empty: your keys are accepted from any address.',
    label: 'Your servers’ addresses',
    hint: 'For example 203.0.113.7 or 203.0.113.0/24',
    save: 'Save list',
    saved: 'List saved.',
  },
})

type List = { addresses: string[] }

export function Allowlist() {
  const t = texts()
  const list = useLoad('whitelist', (signal) => api.get<List>('whitelist', {}, signal))
  return (
    <Card title={t.title}>
      <p class="soft">{t.intro}</p>
      <Await of={list}>
        {({ addresses }) => (
          <Form
            action={t.save}
            appearance="plain"
            // The service names the invalid line, such as `addresses.1`.
            fieldOf={(field) => field.replace(/\..*/, '')}
            submit={async (values) => {
              await confirmedCall<List>('PUT', 'whitelist', { addresses: linesOf(values.addresses ?? '') })
              toast(t.saved)
              list.reload()
            }}
          >
            {addresses.length === 0 && <Notice>{t.open}</Notice>}
            <TextArea
              name="addresses"
              label={t.label}
              hint={t.hint}
              rows={4}
              value={addresses.join('\n')}
              spellcheck={false}
              autocapitalize="none"
            />
          </Form>
        )}
      </Await>
    </Card>
  )
}
