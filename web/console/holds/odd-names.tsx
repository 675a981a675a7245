// Explains why an unusual name held a transfer: whose name it is, the rule it breaks, and the characters that break it.
import { Facts } from '../../ui/display/facts.tsx'
import { catalogue, formatNumber } from '../../ui/language/language.ts'
import type { OddName } from './hold.ts'

const texts = catalogue({
  fr: {
    of: {
      sender: 'Nom de l’expéditeur',
      receiver: 'Nom du bénéficiaire',
      wallet: 'Nom du titulaire du portefeuille, selon l’opérateur',
    },
    why: 'Raison',
    where: 'Caractères concernés',
    rules: {
      no_letters: 'Ce nom ne contient aucune lettre.',
      too_long: 'Ce nom dépasse 100 caractères.',
      too_many_words: 'Ce nom dépasse 10 mots.',
      invisible_characters: 'Ce nom contient des caractères invisibles.',
      unusual_letters: 'Ce nom contient des lettres qui ne servent à écrire les noms dans aucune langue.',
      mixed_scripts: 'Un mot de ce nom mélange plusieurs alphabets.',
      digits_or_signs: 'Ce nom contient des chiffres ou des signes.',
      single_letters: 'Un mot de ce nom est découpé en lettres isolées.',
    },
    position: (character: string, position: string) => `${character}, position ${position}`,
    invisible: 'invisible',
  },
  en: {
    of: {
      sender: 'Sender’s name',
      receiver: 'Beneficiary’s name',
      wallet: 'Wallet holder’s name, according to the operator',
    },
    why: 'Reason',
    where: 'Affected characters',
    rules: {
      no_letters: 'This name has no letters.',
      too_long: 'This name is longer than 100 characters.',
      too_many_words: 'This name has more than 10 words.',
      invisible_characters: 'This name contains invisible characters.',
      unusual_letters: 'This name contains letters that no language uses in names.',
      mixed_scripts: 'A word of this name mixes several alphabets.',
      digits_or_signs: 'This name contains digits or signs.',
      single_letters: 'A word of this name is split into single letters.',
    },
    position: (character: string, position: string) => `${character}, position ${position}`,
    invisible: 'invisible',
  },
})

export function OddNames({ names }: { names: readonly OddName[] }) {
  const t = texts()
  const rules: Readonly<Record<string, string>> = t.rules
  return (
    <>
      {names.map((odd) => (
        <Facts
          key={`${odd.of} ${odd.name}`}
          facts={[
            [t.of[odd.of], <MarkedName key="name" odd={odd} />],
            [t.why, rules[odd.rule] ?? odd.rule],
            ...(odd.characters.length > 0 ? [[t.where, charactersText(odd)] as const] : []),
          ]}
        />
      ))}
    </>
  )
}

/** The name with the affected characters marked, because look-alike characters cannot be distinguished by eye. */
function MarkedName({ odd }: { odd: OddName }) {
  const marked = new Set(odd.characters.map(({ position }) => position))
  return (
    <bdi>
      {[...odd.name].map((character, at) =>
        marked.has(at + 1) ? <mark key={at}>{character}</mark> : character,
      )}
    </bdi>
  )
}

function charactersText({ characters }: OddName): string {
  const t = texts()
  return characters
    .map(({ character, code_point, position }) =>
      t.position(`${character || t.invisible} (${code_point})`, formatNumber(position)),
    )
    .join(' · ')
}
