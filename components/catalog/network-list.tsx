import { getTranslations } from 'next-intl/server'
import { Icon } from '#components/ui/icon.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import type { Network } from '#lib/settings/rules/shop.ts'

const SHOWN = 8

/** The operators as the provider names them; null is said, never left out. Long lists can be unfolded. */
export async function NetworkList({ locale, networks }: { locale: Locale; networks: readonly Network[] | null }) {
  const t = await getTranslations({ locale, namespace: 'shop.destination' })
  if (networks === null || networks.length === 0) return <p className="soft">{t('networksNone')}</p>
  const isLong = networks.length > SHOWN + 2
  const first = isLong ? networks.slice(0, SHOWN) : networks
  const rest = networks.slice(first.length)

  return (
    <>
      <Networks networks={first} />
      {rest.length > 0 ? (
        <details className="networks-more">
          <summary>
            {t('networksMore', { count: rest.length, n: String(rest.length) })}
            <Icon name="down" />
          </summary>
          <Networks networks={rest} />
        </details>
      ) : null}
    </>
  )
}

function Networks({ networks }: { networks: readonly Network[] }) {
  return (
    <ul className="networks">
      {networks.map(({ operator, generation }) => (
        <li key={`${operator} ${generation}`} className="network">
          <bdi>{operator}</bdi> {generation ? <b>{generation}</b> : null}
        </li>
      ))}
    </ul>
  )
}
