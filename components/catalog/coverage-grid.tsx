import { getTranslations } from 'next-intl/server'
import { sheetFlag } from '#components/catalog/flag-sheet.ts'
import { Flag, ListedFlag } from '#components/ui/flag.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import type { CoveredCountry } from '#lib/settings/rules/shop.ts'

const OPEN_UP_TO = 24

/** The countries a multi-country destination works in, as stated; long lists can be folded. */
export async function CoverageGrid({ locale, coverage }: { locale: Locale; coverage: CoveredCountry[] | null }) {
  const t = await getTranslations({ locale, namespace: 'shop.destination' })
  if (coverage === null) return <p className="soft mt-4">{t('coversNone')}</p>
  const count = coverage.length

  return (
    <details className="panel mt-6" open={count <= OPEN_UP_TO}>
      <summary className="flex min-h-6 items-center justify-between gap-4">
        <h2 className="text-(length:--s1)">{t('coversTitle', { count, n: String(count) })}</h2>
        <Icon name="down" />
      </summary>
      <ul className="coverage mt-3">
        {coverage.map(({ iso2, name }) => (
          <li key={name}>
            {iso2 ? <ListedFlag flag={sheetFlag(iso2)} size="small" /> : <Flag iso2={null} size="small" />}
            <span>
              {name}
              {iso2 === null ? <span className="soft small"> ({t('coversUnknownSpelling')})</span> : null}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
