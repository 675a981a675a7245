// Letters of other alphabets that look like Latin ones. any-ascii transliterates by sound (Н as N), so it does not
// cover these. Based on the confusables of Unicode Technical Standard 39 (Unicode Security Mechanisms,
// https://www.unicode.org/reports/tr39/), limited to single letters that look like one of a-z.

const table = `
a АаΑαаӐӑӒӓΆάⲀⲁᎪꓮꓯᗩᗅᐱɑɐⱯաꭺ
b ВвЬьЪъҌҍБбΒβⲂⲃᏴᏏᏼꓐᗷᑲЪɓʙƄƅҌ
c СсҪҫϹϲⅭⅽᏟꮯꓚᑕᑢⲤⲥↃↄϾͼ
d ԀԁᎠꮷꓓꓒᗪᗞᑯᑻɖԂԃժ
e ЕеЁёЀѐҼҽΕεЄєэЭᎬꮼꓰꓱᗴᗕƎǝⲈⲉԐԑɘեє
f ҒғϜϝꓝꓞᖴᖵⅎꞘꞙƑք
g ԌԍᏀᏳꓖᘜɡցԳᎶᏻ
h НнҢңҤҥҺһΗᎻᏂꓧᕼᕺʜⱧⲎⲏհԋћђ
i ІіЇїΙιίΊӀӏƖɩɪᎥꭵꓲⲒⲓⵏ։וןı
j ЈјͿϳᎫꓙᒍᒎյʝɟ
k КкҚқҜҝҞҟҠҡΚκᏦꓗꓘᛕⲔⲕʞĸԞԟ
l ԼլᏞꓡꓶᒪⳐⅬⅼꮮן
m МмӍӎΜϺᎷꓟᗰⲘⲙⅯɯʍտᛖ
n ИиЙйПпΝηήΠπꓠᑎᑏⲚⲛղոռնЛл
o ОоӦӧΟοόΌօՕσѲѳΘθଠ୦๐໐ဝ௦೦ꓳᎾⲞⲟѺᝪⵔօ
p РрҎҏΡρᏢꓑᑭⲢⲣᴘþÞƿРҏ
q ԚԛᑫգզႳգ
r ГгЯяҐґᎡᏒꓣꓤᖇᖈʀɹɾʁгⲄᏇք
s ЅѕՏᏕᏚꓢᔕᔖꜱᏕꮪ
t ТтҬҭΤτᎢꓔꓕᎿⲦⲧʇᴛէեᖶ†Շ
u ՍսꓴꓵᑌᑘυύЦцᑗԱᴜሀմʋ
v ѴѵνᏙꓦᐯᐺΛʌⅤⅴᏉ٧ᴠѶѷ
w ѠѡԜԝᎳᏔꓪᗯᗐωώաᴡШшЩщɯʍѿ
x ХхҲҳΧχӼӽꓫ᙭ⲬⲭⅩⅹᕁ╳ӾӿЖж
y УуЎўҮүҰұΥΎγᎩᎽꓬⲨⲩʎƴӮӯӰӱӲӳЧчƳүყ
z ΖζᏃꓜᘔⲌⲍᏍԶʐᴢӠӡЗз
`

const lookalikes = new Map<string, string>()
for (const line of table.trim().split('\n')) {
  const [latin = '', letters = ''] = line.split(' ')
  for (const letter of letters) if (!lookalikes.has(letter)) lookalikes.set(letter, latin)
}

/** The Latin letter that this one looks like, if any. */
export function lookalikeOf(letter: string): string | undefined {
  return lookalikes.get(letter)
}

/** Digits and symbols that stand in for letters. A 1 may be an i or an l, so each has two readings. */
const signs: Record<string, string> = {
  '0': 'oo',
  '1': 'il',
  '2': 'zz',
  '3': 'ee',
  '4': 'aa',
  '5': 'ss',
  '6': 'bg',
  '7': 'tt',
  '8': 'bb',
  '9': 'gq',
  '@': 'aa',
  $: 'ss',
  '€': 'ee',
  '£': 'll',
  '¥': 'yy',
  '|': 'il',
  '!': 'il',
  '¡': 'ii',
  '+': 'tt',
  '¢': 'cc',
  '§': 'ss',
}

/** The letter that a symbol may stand for in the first or second reading; undefined for other symbols. */
export function letterOfSign(sign: string, reading: 0 | 1): string | undefined {
  return signs[sign]?.[reading]
}
