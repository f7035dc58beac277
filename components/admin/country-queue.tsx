import { useTranslations } from 'next-intl'
import { CountryForm } from '#components/admin/country-form.tsx'
import { DataTable } from '#components/admin/data-table.tsx'
import { Panel } from '#components/admin/panel.tsx'
import type { UnmappedCountry } from '#lib/domain/admin-catalog.ts'

type CountryQueueProps = { countries: UnmappedCountry[]; mayMap: boolean }

export function CountryQueue({ countries, mayMap }: CountryQueueProps) {
  const t = useTranslations('admin.countries')

  return (
    <Panel id="countries" title={t('title')} hint={t('hint')}>
      {countries.length === 0 ? (
        <p className="a-emptyline">{t('empty')}</p>
      ) : (
        <DataTable label={t('title')} heads={[t('name'), t('usedBy'), ...(mayMap ? [t('means')] : [])]}>
          {countries.map((country) => (
            <tr key={country.name}>
              <th scope="row">
                <bdi>{country.name}</bdi>
              </th>
              <td className="a-wrap">
                <bdi>{country.destinations.join(', ')}</bdi>
                {country.count > country.destinations.length
                  ? ` ${t('more', { count: country.count - country.destinations.length })}`
                  : null}
              </td>
              {mayMap ? (
                <td>
                  <CountryForm name={country.name} proposal={country.proposal} />
                </td>
              ) : null}
            </tr>
          ))}
        </DataTable>
      )}
    </Panel>
  )
}
