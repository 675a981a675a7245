import { Card } from '../../ui/display/facts.tsx'
import { TextArea } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import { linesOf } from './lines.ts'

const texts = catalogue({
  fr: {
    title: 'Adresses permises',
    intro: 'D’où vos requêtes peuvent venir. Une adresse IP ou un réseau (CIDR) par ligne.',
    open: 'La liste est vide : vos clés sont acceptées de partout.',
    label: 'Adresses de vos serveurs',
    hint: 'Par exemple 203.0.113.7 ou 203.0.113.0/24',
    save: 'Enregistrer la liste',
    saved: 'Liste enregistrée.',
  },
  en: {
    title: 'Allowed addresses',
    intro: 'Where your requests may come from. One IP address or network (CIDR) a line.',
    open: 'The list is empty: your keys are accepted from everywhere.',
    label: 'Addresses of your servers',
    hint: 'For example 203.0.113.7 or 203.0.113.0/24',
    save: 'Save the list',
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
            // The service names the line at fault: addresses.1
            fieldOf={(field) => field.replace(/\..*/, '')}
            submit={async (values) => {
              await api.put<List>('whitelist', { addresses: linesOf(values.addresses ?? '') })
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
