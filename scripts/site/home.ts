// The home page in each language. Parts that depend on the deployment stand between markers that the server resolves when it
// starts (server/composition/site/home.ts).
import { type Language, languages } from '../guides/guide-texts.ts'
import { escapeHtml, highlight } from '../guides/highlight.ts'
import { typesetHtml } from '../guides/typography.ts'
import { type SiteTexts, siteTexts } from './home-texts.ts'
import { illustration } from './illustration.ts'
import { informationLinks } from './information.ts'
import { type Assets, logo, sitePage } from './page.ts'

/** @returns the page, with `{base}` for the address of the deployment and `<!--if NAME-->…<!--end NAME-->` around its options. */
export function homePage(language: Language, assets: Assets): string {
  const t = siteTexts[language]
  const body = `${header(language, t)}
<main id="content" tabindex="-1">
<section class="hero">
<div class="wrap">
<div class="words">
<p class="place">${t.place}</p>
<h1>${t.headline}</h1>
<p class="lead">${t.lead}</p>
<p class="actions">${option('sign-up', `<a class="button gold" href="/portal/sign-up">${t.signUp}</a>`)}${option('sandbox', `<a class="button ghost" href="#try">${t.tryCheckout}</a>`)}${option('production', `<a class="button ghost" href="/guides/${language}">${t.guides}</a>`)}</p>
</div>
${illustration(t)}
</div>
</section>
<section class="audiences wrap" aria-labelledby="audiences">
<h2 id="audiences">${t.audiences}</h2>
<div class="cards">
${t.audience.map(audience).join('\n')}
</div>
</section>
${option('sandbox', demo(language, t))}
<section class="certainty wrap" aria-labelledby="certainty">
<h2 id="certainty">${t.certainty}</h2>
<ol>
${t.certainties.map(([title, text]) => `<li><h3>${title}</h3><p>${text}</p></li>`).join('\n')}
</ol>
</section>
<section class="closing wrap"><h2>${t.receipts.title}</h2><p>${t.receipts.text}</p><p class="actions"><a class="button" href="/verify">${t.receipts.action}</a></p></section>
${developers(language, t)}
${option('sign-up', `<section class="closing wrap"><h2>${t.closing.title}</h2><p>${t.closing.text}</p><p class="actions"><a class="button" href="/portal/sign-up">${t.signUp}</a><a class="quiet" href="/portal">${t.signIn}</a></p></section>`)}
</main>
${footer(language, t)}`
  return sitePage({
    language,
    assets,
    title: t.title,
    body: typesetHtml(body, language),
    head: preview(language, t),
    style: 'home',
  })
}

const option = (name: string, html: string) => `<!--if ${name}-->${html}<!--end ${name}-->`

/** The bar at the top of the home page. */
function header(language: Language, t: SiteTexts): string {
  return `<a class="skip" href="#content">${t.skip}</a>
<header class="top"><div class="wrap">
<a class="brand" href="/?lang=${language}">${logo}<span>Likuta</span></a>
<nav class="docs" aria-label="Documentation"><a href="/guides/${language}">${t.guides}</a><a href="/docs/${language}">${t.reference}</a></nav>
<nav aria-label="${t.menu}">
${switchTo(language)}
<a class="sign-in" href="/portal">${t.access}</a>
</nav>
</div></header>`
}

function switchTo(language: Language): string {
  const other = languages.find((each) => each !== language) as Language
  return `<a href="/?lang=${other}" hreflang="${other}" lang="${other}">${siteTexts[other].language}</a>`
}

function audience({ title, text, points, action, href }: SiteTexts['audience'][number]): string {
  return `<article>
<h3>${title}</h3>
<p>${text}</p>
<ul>${points.map((point) => `<li>${point}</li>`).join('')}</ul>
<p class="go"><a href="${href}">${action}</a></p>
</article>`
}

function demo(language: Language, { demo: t }: SiteTexts): string {
  return `<section id="try" class="demo" aria-labelledby="demo"><div class="wrap">
<div>
<h2 id="demo">${t.title}</h2>
<p class="lead">${t.text}</p>
<form method="post" action="/demo/checkout?lang=${language}"><button class="button">${t.button}</button></form>
</div>
<div>
<div class="bank-card"><p>${t.card}</p><p class="number">4242 4242 4242 4242</p><p class="small"><span>${t.expiry}</span><span>${t.code}</span></p></div>
<h3>${t.others}</h3>
<dl>${t.cards.map(([number, outcome]) => `<div><dt>${number}</dt><dd>${outcome}</dd></div>`).join('')}</dl>
</div>
</div></section>`
}

function developers(language: Language, t: SiteTexts): string {
  const code = `const order = await likuta.payments.orders.create({
  amount: 25.5,
  currency: 'USD',
  merchant_reference: 'INV-2041',
  callback_url: 'https://shop.example/hooks',
  …customer,
})
// ${t.developers.comment}`.replace('…customer', '...customer')
  return `<section class="developers" aria-labelledby="developers"><div class="wrap">
<div>
<h2 id="developers">${t.developers.title}</h2>
<p>${t.developers.text}</p>
<p class="actions"><a class="button" href="/guides/${language}">${t.guides}</a><a class="quiet" href="/docs/${language}">${t.reference}</a></p>
</div>
<figure><figcaption>${t.developers.caption}</figcaption><pre tabindex="0"><code>${highlight(code, 'js')}</code></pre></figure>
</div></section>`
}

function footer(language: Language, t: SiteTexts): string {
  const links = [
    [`/guides/${language}`, t.guides],
    [`/docs/${language}`, t.reference],
    ['/portal', t.signIn],
  ].map(([href, label]) => `<a href="${href}">${label}</a>`)
  return `<footer><div class="wrap"><p class="brand">${logo}<span>Likuta</span></p><nav aria-label="${t.guides}, ${t.reference}">${links.join('')}${informationLinks(language)}${switchTo(language)}</nav><p>${t.source}</p></div></footer>`
}

/** What search engines and messengers show. They need whole addresses. */
function preview(language: Language, t: SiteTexts): string {
  const other = languages.find((each) => each !== language) as Language
  const description = escapeHtml(t.description)
  return `<meta name="description" content="${description}">
<link rel="canonical" href="{base}/?lang=${language}">
<link rel="alternate" hreflang="${other}" href="{base}/?lang=${other}">
<link rel="alternate" hreflang="x-default" href="{base}/">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Likuta">
<meta property="og:title" content="${escapeHtml(t.headline)}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="{base}/?lang=${language}">
<meta property="og:locale" content="${language === 'fr' ? 'fr_CD' : 'en_GB'}">
<meta property="og:image" content="{base}/og.png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="Likuta">
<meta name="twitter:card" content="summary_large_image">`
}
