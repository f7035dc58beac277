import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { DataTable } from '#components/ui/admin/list-table.tsx'
import { Mark } from '#components/ui/admin/mark.tsx'

type LegalTableProps = {
  rows: { page: string; name: string }[]
  languages: { value: string; label: string }[]
  heads: { page: string; locale: string; version: number; createdAt: Date }[]
}

/** Which legal pages have a text of their own, by language; each cell opens its text. */
export function LegalTable({ rows, languages, heads }: LegalTableProps) {
  const t = useTranslations('admin-settings.legal')

  return (
    <DataTable
      label={t('table')}
      heads={[t('page'), ...languages.map(({ value, label }) => ({ head: label, lang: value }))]}
    >
      {rows.map(({ page, name }) => (
        <tr key={page}>
          <th scope="row">{name}</th>
          {languages.map(({ value, label }) => {
            const head = heads.find((one) => one.page === page && one.locale === value)

            return (
              <td key={value}>
                <GoLink
                  className="a-link"
                  href={`/admin/settings/legal?page=${page}&in=${value}`}
                  aria-label={t('edit', { page: name, language: label })}
                >
                  <Mark tone={head ? 'ok' : 'wait'}>
                    {head ? t('version', { version: String(head.version) }) : t('default')}
                  </Mark>
                </GoLink>
                {head ? (
                  <span className="a-sub">
                    <LocalTime at={head.createdAt} show="moment" />
                  </span>
                ) : null}
              </td>
            )
          })}
        </tr>
      ))}
    </DataTable>
  )
}

type LegalVersionsProps = {
  versions: { version: number; by: string; at: Date }[]
  /** The version that is read below. */
  read: number | null
  /** The address of this page; a version is added to it. */
  base: string
}

/** Every version of a legal text, the newest first: when, by whom, and the way to what it said. */
export function LegalVersions({ versions, read, base }: LegalVersionsProps) {
  const t = useTranslations('admin-settings.legal')

  return (
    <DataTable label={t('versions')} heads={[t('which'), t('published'), t('by'), t('state')]}>
      {versions.map(({ version, by, at }, place) => (
        <tr key={version}>
          <th scope="row">
            <GoLink
              className="a-link"
              href={`${base}&version=${version}#legal-read`}
              aria-current={version === read ? 'true' : undefined}
            >
              {t('version', { version: String(version) })}
            </GoLink>
          </th>
          <td>
            <LocalTime at={at} show="moment" />
          </td>
          <td>
            <bdi>{by}</bdi>
          </td>
          <td>{place === 0 ? <Mark tone="ok">{t('shown')}</Mark> : <span className="a-soft">{t('earlier')}</span>}</td>
        </tr>
      ))}
    </DataTable>
  )
}
