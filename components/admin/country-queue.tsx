import { useTranslations } from 'next-intl'
import { CountryForm } from '#components/admin/country-form.tsx'
import { Panel } from '#components/admin/panel.tsx'
import { ScrollArea } from '#components/admin/scroll-area.tsx'
import type { UnmappedCountry } from '#lib/domain/admin-catalog.ts'

type CountryQueueProps = { countries: UnmappedCountry[]; mayMap: boolean }

export function CountryQueue({ countries, mayMap }: CountryQueueProps) {
  const t = useTranslations('admin.countries')

  return (
    <Panel id="countries" title={t('title')} hint={t('hint')}>
      {countries.length === 0 ? (
        <p className="a-emptyline">{t('empty')}</p>
      ) : (
        <ScrollArea label={t('title')}>
          <table className="a-tbl" aria-labelledby="countries">
            <thead>
              <tr>
                <th scope="col">{t('name')}</th>
                <th scope="col">{t('usedBy')}</th>
                {mayMap ? <th scope="col">{t('means')}</th> : null}
              </tr>
            </thead>
            <tbody>
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
            </tbody>
          </table>
        </ScrollArea>
      )}
    </Panel>
  )
}
