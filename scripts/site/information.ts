// The pages about privacy, terms and the state of the service, in each language.
import { type Language, languages } from '../guides/guide-texts.ts'
import { typesetHtml } from '../guides/typography.ts'
import { siteTexts } from './home-texts.ts'
import { type InformationName, informationNames, informationTexts } from './information-texts.ts'
import { type Assets, logo, sitePage } from './page.ts'

/** A page whose markers the server fills in. */
export function informationPage(name: InformationName, language: Language, assets: Assets): string {
  const { title, lead, sections } = informationTexts[language][name]
  const text = sections.map(([heading, text]) => section(heading, text)).join('\n')
  return page(language, assets, { name, title, lead, sections: text })
}

/** Where no operator is connected, the server leaves out the part about them. */
const section = (heading: string, text: string): string =>
  text === '{operators}'
    ? `<!--if operators--><h2>${heading}</h2>${text}<!--end operators-->`
    : `<h2>${heading}</h2><p>${text}</p>`

/** The page of a text that the deployment brings. */
export const ownPage = (language: Language, assets: Assets): string =>
  page(language, assets, { name: '{name}', title: '{title}', lead: '{lead}', sections: '{sections}' })

type Content = Record<'name' | 'title' | 'lead' | 'sections', string>

function page(language: Language, assets: Assets, { name, title, lead, sections }: Content): string {
  const other = languages.find((each) => each !== language) as Language
  const body = `<header><a class="brand" href="/?lang=${language}">${logo}<span>Likuta</span></a><a href="/${name}?lang=${other}" hreflang="${other}" lang="${other}">${siteTexts[other].language}</a></header>
<main id="content">
<h1>${title}</h1>
<p class="lead">${lead}</p>
${sections}
</main>
<footer><nav>${informationLinks(language)}</nav></footer>`
  return sitePage({
    language,
    assets,
    title: `${title} · Likuta`,
    body: typesetHtml(body, language),
    style: 'text',
  })
}

const pricesLink: Record<Language, string> = { fr: 'Tarifs', en: 'Prices' }

/** Links to these pages, for the foot of a page. */
export const informationLinks = (language: Language) =>
  `<!--if prices--><a href="/prices?lang=${language}">${pricesLink[language]}</a><!--end prices-->` +
  informationNames
    .map((name) => `<a href="/${name}?lang=${language}">${informationTexts[language][name].link}</a>`)
    .join('')
