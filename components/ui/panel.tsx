import type { ComponentProps, ElementType, Ref } from 'react'

export function Panel({ as: Tag = 'section', className, ...rest }: ComponentProps<'div'> & { as?: ElementType }) {
  return <Tag {...rest} className={className ? `panel ${className}` : 'panel'} />
}

type BoardProps = Omit<ComponentProps<'div'>, 'ref'> & { as?: ElementType; ref?: Ref<HTMLElement> }

/** The dark panel for what is looked up: amber figures stand here and nowhere else. */
export function Board({ as: Tag = 'div', className, ...rest }: BoardProps) {
  return <Tag {...rest} className={className ? `board ${className}` : 'board'} />
}
