// Names disguised by look-alike letters: from other scripts, in other shapes, or digits and signs used as letters.

import { nameOf } from '../listed-people.ts'
import type { Dice } from '../seeded.ts'
import { anyFacts, type Evasion, isRareName } from './evasion.ts'

type Shapes = Readonly<Record<string, readonly string[]>>

/** Pairs such as `aа`: a letter and a look-alike. */
function shapes(text: string): Shapes {
  const found: Record<string, string[]> = {}
  for (const pair of text.trim().split(/\s+/)) {
    const [letter = '', ...like] = [...pair]
    found[letter] = [...(found[letter] ?? []), ...like]
  }
  return found
}

/** A block of Unicode that contains the alphabet in another shape. */
const row = (capital: number | undefined, small: number | undefined): Shapes =>
  Object.fromEntries(
    [...'abcdefghijklmnopqrstuvwxyz'].flatMap((letter, i) => [
      ...(capital === undefined ? [] : [[letter.toUpperCase(), [String.fromCodePoint(capital + i)]]]),
      ...(small === undefined ? [] : [[letter, [String.fromCodePoint(small + i)]]]),
    ]),
  )

const cyrillic = shapes(
  `aа eе oо pр cс xх yу iі sѕ jј hһ kк dԁ lӏ wԝ qԛ vѵ AА BВ CС EЕ HН IІ JЈ KК MМ OО PР SЅ TТ XХ YҮ`,
)
const greek = shapes('aα eε iι kκ vν oο pρ tτ uυ xχ wω yγ AΑ BΒ EΕ HΗ IΙ KΚ MΜ NΝ OΟ PΡ TΤ XΧ YΥ ZΖ')
const armenian = shapes('hհ nո oօ uս gց qզ jյ SՏ OՕ UՍ LԼ')
const cherokee = shapes(`
  AᎪ BᏴ CᏟ DᎠ EᎬ GᏀ HᎻ JᎫ KᏦ LᏞ MᎷ PᏢ RᎡ SᏚ TᎢ VᏙ WᎳ YᎽ ZᏃ
`)
const lisu = shapes(`
  Aꓮ Bꓐ Cꓚ Dꓓ Eꓰ Fꓝ Gꓖ Hꓧ Iꓲ Jꓙ Kꓗ Lꓡ Mꓟ Nꓠ Oꓳ Pꓑ Rꓣ Sꓢ Tꓔ Uꓴ Vꓦ Wꓪ Xꓫ Yꓬ Zꓜ
`)
const smallCapitals = shapes(`
  aᴀ bʙ cᴄ dᴅ eᴇ fꜰ gɢ hʜ iɪ jᴊ kᴋ lʟ mᴍ nɴ oᴏ pᴘ rʀ sꜱ tᴛ uᴜ vᴠ wᴡ yʏ zᴢ
`)
const raised = shapes(`
  aᵃ bᵇ cᶜ dᵈ eᵉ fᶠ gᵍ hʰ iⁱ jʲ kᵏ lˡ mᵐ nⁿ oᵒ pᵖ rʳ sˢ tᵗ uᵘ vᵛ wʷ xˣ yʸ zᶻ
`)
const turned = shapes('aɐ cɔ eǝ fɟ hɥ iᴉ jɾ kʞ mɯ rɹ tʇ vʌ wʍ yʎ')
const stroked = shapes(`
  aⱥ bƀ dđ gǥ hħ iɨ lł oø tŧ uʉ eɇ rɍ jɉ yɏ zƶ Dđ Hħ Lł Oø Tŧ Bƀ Kƙ kƙ nƞ sʂ fƒ
`)
const digits = shapes('o0 O0 i1 I1 l1 L1 e3 E3 a4 A4 a@ A@ s5 S5 s$ S$ t7 T7 b8 B8 g9 G9 i! I!')

const bare = (letter: string) => letter.normalize('NFD').replace(/\p{M}/gu, '')

/** Writes some letters, or all that have such a shape, differently. */
function reshape(name: string, shape: Shapes, dice: Dice, share: number): string | undefined {
  const letters = [...name.normalize('NFC')]
  const places = letters.flatMap((letter, i) => (shape[bare(letter)] ? [i] : []))
  const count = share === 1 ? places.length : Math.max(1, Math.round(places.length * share))
  if (places.length < 2) return undefined
  const chosen = new Set(dice.some(places, count))
  return letters.map((letter, i) => (chosen.has(i) ? dice.pick(shape[bare(letter)]!) : letter)).join('')
}

/** @param capitals where only capital shapes exist, the name is written in capitals. */
const letter = (kind: string, all: readonly Shapes[], capitals = false): Evasion => ({
  group: 'Letters',
  kind,
  pairs: 72,
  facts: anyFacts,
  suits: isRareName,
  write: (person, dice) => {
    const name = capitals ? nameOf(person).toUpperCase() : nameOf(person)
    return reshape(name, dice.pick(all), dice, dice.pick([0.15, 0.5, 1]))
  },
})

const bold = [row(0x1d400, 0x1d41a), row(0x1d468, 0x1d482), row(0x1d4d0, 0x1d4ea), row(0x1d56c, 0x1d586)]
const plain = [row(0x1d5a0, 0x1d5ba), row(0x1d5d4, 0x1d5ee), row(0x1d63c, 0x1d656), row(0x1d670, 0x1d68a)]
const enclosed = [row(0x24b6, 0x24d0), row(undefined, 0x249c), row(0x1f110, 0x249c)]
const blocks = [
  row(0x1f130, undefined),
  row(0x1f150, undefined),
  row(0x1f170, undefined),
  row(0x1f1e6, undefined),
]

export const letterEvasions: readonly Evasion[] = [
  letter('digits and signs for letters', [digits]),
  letter('Cyrillic letters that look alike', [cyrillic]),
  letter('Greek letters that look alike', [greek]),
  letter('Armenian letters that look alike', [armenian]),
  letter('Cherokee letters that look alike', [cherokee], true),
  letter('Lisu letters that look alike', [lisu], true),
  letter('fullwidth letters', [row(0xff21, 0xff41)]),
  letter('mathematical letters', [...bold, ...plain]),
  letter('letters in circles and brackets', enclosed),
  letter('letters in squares, flags', blocks, true),
  letter('small capitals and raised letters', [smallCapitals, raised]),
  letter('turned letters', [turned]),
  letter('letters with strokes and hooks', [stroked]),
  letter('letters of several scripts mixed', [{ ...greek, ...cyrillic, ...armenian }]),
]
