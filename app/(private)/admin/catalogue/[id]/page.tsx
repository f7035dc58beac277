import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { usualPageText } from '#app/(shop)/page-metadata.ts'
import { storeDetails } from '#app/(shop)/store.ts'
import { WordingsPanel } from '#components/catalog/admin/country-queue.tsx'
import { DestinationForm } from '#components/catalog/admin/destination-form.tsx'
import { DestinationMarks } from '#components/catalog/admin/destination-table.tsx'
import { PlanTable } from '#components/catalog/admin/plan-table.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { PictureForm } from '#components/settings/admin/picture-form.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import { DescriptionList, Panel } from '#components/ui/admin/panel.tsx'
import { DestinationCell } from '#components/ui/admin/relative-time.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { getAdminDestination } from '#lib/catalog/queries/admin-destinations.ts'
import { getDestination } from '#lib/catalog/queries/catalog.ts'
import { type Locale, localeName } from '#lib/core/i18n/config.ts'
import { destinationName } from '#lib/core/i18n/countries.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { getHiddenColumns } from '#lib/core/queries/list-columns.ts'
import { can } from '#lib/core/rules/caller.ts'
import { destinationTitle } from '#lib/orders/queries/admin-titles.ts'
import { detailTitle, staffHere, staffOrSignIn } from '../../staff.ts'

type Props = PageProps<'/admin/catalogue/[id]'>

export const generateMetadata = async ({ params }: Props) =>
  detailTitle(await destinationTitle(await staffHere(), (await params).id, await privateLocale()), 'catalogue')

export default async function AdminDestinationPage({ params }: Props) {
  const { id } = await params
  const staff = await staffOrSignIn(`/admin/catalogue/${id}`)
  const locale = await privateLocale()
  const destination = /^[1-9]\d{0,8}$/.test(id) ? await getAdminDestination(staff, { id: Number(id), locale }) : null
  if (!destination) notFound()
  const t = await getTranslations('admin-catalogue')
  const tAdmin = await getTranslations('admin')
  const tLabel = await getTranslations('admin.label')
  const tPricing = await getTranslations('admin-pricing')
  const { name, isHidden, isFeatured, vanishedAt, error, readAt, countries, texts } = destination
  const { languages } = await storeDetails()
  // Words in a language that is switched off wait for it, and can be seen.
  const worded = new Set([...languages, ...texts.map((text) => text.locale)])
  const mayChange = can(staff, 'catalog.change')

  return (
    <StaffMessages namespace={['admin-pricing', 'admin-catalogue', 'admin-settings']}>
      <div className="a-head">
        <h1>
          <DestinationCell iso2={destination.iso2}>
            <bdi>{name}</bdi>
          </DestinationCell>
        </h1>
        <DestinationMarks row={{ isHidden, isFeatured, isGone: vanishedAt !== null, error }} />
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <Link className="a-link" href="/admin/catalogue?view=destinations">
            {t('page.all')}
          </Link>
          <a className="a-link" href={localePath(locale, `/destinations/${destination.slug}`)}>
            {tLabel('inShop')}
          </a>
          <Link className="a-link" href={`/admin/catalogue?view=changes&sku=${destination.id}`}>
            {tAdmin('view.changes')}
          </Link>
        </p>
      </div>
      <div className="grid min-w-0 content-start gap-4">
        <PlanTable
          destination={destination}
          hidden={await getHiddenColumns(staff, 'plans')}
          seesCosts={can(staff, 'costs.see')}
          mayChange={mayChange}
        />
        <div className="grid grid-cols-[minmax(0,1fr)_24rem] items-start gap-4 narrow:grid-cols-1">
          <Panel id="own" title={t('own.title')} hint={t('own.hint')}>
            {mayChange ? (
              <DestinationForm
                id={destination.id}
                own={destination}
                languages={
                  await Promise.all(
                    [...worded].map(async (one) => ({
                      locale: one,
                      name: localeName(one),
                      proposal: destinationName({ ...destination, ownName: null, texts: [] }, one),
                      ...(await pageTexts(one, destination.slug)),
                    })),
                  )
                }
              />
            ) : (
              <p className="a-emptyline">{t('own.readOnly')}</p>
            )}
          </Panel>
          {mayChange ? (
            <Panel id="picture" title={tAdmin('label.picture')}>
              <PictureForm kind="destination" skuId={destination.id} stored={destination.picture} />
            </Panel>
          ) : null}
          <WordingsPanel wordings={destination.wordings} mayChange={mayChange} />
          <Panel id="facts" title={t('page.facts')}>
            <DescriptionList
              pairs={[
                { name: t('page.upstreamName'), value: <bdi>{destination.providerName}</bdi> },
                { name: t('page.number'), value: <bdi>{destination.id}</bdi> },
                { name: t('page.region'), value: <bdi>{destination.regionCode}</bdi> },
                { name: tLabel('shelf'), value: tPricing(`shelf.${destination.shelf}`) },
                { name: t('page.read'), value: readAt ? <LocalTime at={readAt} show="date_time" /> : tLabel('never') },
                { name: t('page.first'), value: <LocalTime at={destination.firstSeenAt} show="date" /> },
                {
                  name: t('page.countries'),
                  value: countries ? <bdi>{countries.join(', ')}</bdi> : t('page.notStated'),
                },
              ]}
            />
          </Panel>
        </div>
      </div>
    </StaffMessages>
  )
}

/** What the page of a destination says without words of its own, and what placeholders stand for; hidden it says nothing. */
async function pageTexts(locale: Locale, slug: string) {
  const { name: store } = await storeDetails()
  const shown = await getDestination(locale, slug)
  const usual = shown && (await usualPageText(locale, shown))

  return { usual, values: { destination: null, store, price: usual?.price ?? null } }
}
