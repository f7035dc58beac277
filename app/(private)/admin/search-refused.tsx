import type { Route } from 'next'
import { getTranslations } from 'next-intl/server'
import { Link } from '#components/ui/admin/link.tsx'

/** Instead of a list: too many whole numbers were tried by somebody whose role reads only the ends of them. */
export async function SearchRefused({ back }: { back: Route }) {
  const t = await getTranslations('admin.search')

  return (
    <>
      <div className="a-head">
        <h1>{t('title')}</h1>
      </div>
      <section className="a-panel" aria-label={t('title')}>
        <p className="a-emptyline" role="status">
          {t('refused')}
        </p>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-3.5 py-2 text-small text-ink-soft">
          <Link className="a-link" href={back}>
            {t('back')}
          </Link>
        </p>
      </section>
    </>
  )
}
