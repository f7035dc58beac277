import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { DataTable } from '#components/ui/admin/data-table.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Mark } from '#components/ui/admin/mark.tsx'

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
