import { useTranslations } from 'next-intl'
import { GoLink } from '#components/admin/go-link.tsx'
import { Mark } from '#components/admin/mark.tsx'
import { ScrollArea } from '#components/admin/scroll-area.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'

type LegalTableProps = {
  rows: { page: string; name: string }[]
  languages: { value: string; label: string }[]
  heads: { page: string; locale: string; version: number; createdAt: Date }[]
}

/** Which legal pages have a text of their own, by language; each cell opens its text. */
export function LegalTable({ rows, languages, heads }: LegalTableProps) {
  const t = useTranslations('admin-settings.legal')

  return (
    <ScrollArea label={t('table')}>
      <table className="a-tbl">
        <thead>
          <tr>
            <th scope="col">{t('page')}</th>
            {languages.map(({ value, label }) => (
              <th key={value} scope="col" lang={value}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </ScrollArea>
  )
}
