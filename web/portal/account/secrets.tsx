import { Code, type Fact, Facts } from '../../ui/display/facts.tsx'
import { catalogue } from '../../ui/language/language.ts'

const texts = catalogue({
  fr: {
    merchant_code: 'Code marchand',
    merchant_secret: 'Secret marchand (transferts)',
    api_key: 'Clé d’API (cartes)',
    api_secret: 'Secret d’API (cartes)',
    callback_secret: 'Secret des webhooks',
  },
  en: {
    merchant_code: 'Merchant code',
    merchant_secret: 'Merchant secret (transfers)',
    api_key: 'API key (cards)',
    api_secret: 'API secret (cards)',
    callback_secret: 'Webhook secret',
  },
})

/** The names of the credentials. */
export const secretNames = texts

/** A list of credentials, each with a copy button. Fields without a name here are not shown. */
export function Secrets({ values }: { values: Readonly<Record<string, unknown>> }) {
  const facts = Object.entries(texts()).flatMap(([field, name]): Fact[] => {
    const value = values[field]
    return typeof value === 'string' ? [[name, <Code key={field}>{value}</Code>, value]] : []
  })
  return <Facts facts={facts} />
}
