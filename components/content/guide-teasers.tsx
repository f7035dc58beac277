import { guidePath } from '#lib/content/rules/public-route.ts'
import type { Locale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'

type GuideTeasersProps = {
  locale: Locale
  /** Leads to the list of all guides. */
  title: string
  guides: readonly { slug: string; title: string; description: string }[]
}

/** Some guides, on a page about something else. */
export function GuideTeasers({ locale, title, guides }: GuideTeasersProps) {
  if (guides.length === 0) return null

  return (
    <section className="section">
      <header className="section-head">
        <h2>
          <a href={guidePath(locale, null)}>{title}</a>
        </h2>
      </header>
      <ul>
        {guides.map(({ slug, title: name, description }) => (
          <li key={slug} className="mt-4">
            <h3>
              <a className="text-link" href={guidePath(locale, slug)}>
                <bdi>{name}</bdi>
              </a>
            </h3>
            <p className="soft">{description}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the day of an instant as readers of a language write it, by the clock of the whole world. */
export function longDay(at: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(intlTag(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}
