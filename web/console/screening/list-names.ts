// The names of sanctions lists, which the service knows by the name they were imported under.
import { catalogue } from '../../ui/language/language.ts'

const texts = catalogue({
  fr: {
    opensanctions: 'OpenSanctions',
    'ofac-sdn': 'OFAC, liste SDN',
    'ofac-consolidated': 'OFAC, liste consolidée',
    'sandbox watchlist': 'Liste de test',
  },
  en: {
    opensanctions: 'OpenSanctions',
    'ofac-sdn': 'OFAC SDN list',
    'ofac-consolidated': 'OFAC consolidated list',
    'sandbox watchlist': 'Test list',
  },
})

/** A list's name; a list imported under a name of its own keeps it. */
export function listName(list: string): string {
  const known: Readonly<Record<string, string>> = texts()
  return known[list] ?? list
}
