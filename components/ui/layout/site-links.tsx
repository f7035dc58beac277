'use client' // The header outlives a press on a link; only these links depend on where somebody is.

import { usePathname } from 'next/navigation'

/** The path that all languages share; the server keeps a page under an address that names the default one as well. */
const usePath = () => usePathname().replace(/^\/[a-z]{2}(?=\/|$)/, '')

/** Rows with links to the parts of the shop, marked where the page belongs to one. Plans are found by their destination. */
export function SectionLinks({ prefix, sections }: { prefix: string; sections: Record<string, string> }) {
  const current = usePath().replace('plans', 'destinations').split('/')[1]

  return Object.keys(sections).map((section) => (
    <li key={section}>
      <a href={`${prefix}/${section}`} aria-current={section === current ? 'page' : undefined}>
        {sections[section]}
      </a>
    </li>
  ))
}

export type LanguageLinksProps = { current: string; plain: string; names: Record<string, string> }

/**
 * One link per language, each in its own words and marked as such. It leads to the same page: by its address, in which the
 * language `plain` has no prefix, or by the query `asked`, to whose end the language is put.
 */
export function LanguageLinks({ current, plain, names, asked }: LanguageLinksProps & { asked?: string }) {
  const path = usePath()
  const hrefOf = (lang: string) => (lang === plain ? '' : `/${lang}`) + path || '/'

  return (
    <ul>
      {Object.keys(names).map((lang) => (
        <li key={lang}>
          <a
            href={asked ? asked + lang : hrefOf(lang)}
            hrefLang={lang}
            lang={lang}
            aria-current={lang === current || undefined}
          >
            {names[lang]}
          </a>
        </li>
      ))}
    </ul>
  )
}
