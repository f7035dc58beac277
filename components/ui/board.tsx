import type { ComponentProps, ElementType } from 'react'

type BoardProps = ComponentProps<'div'> & { as?: ElementType }

/** The dark panel for what is looked up: amber figures stand here and nowhere else. */
export function Board({ as: Tag = 'div', className, ...rest }: BoardProps) {
  return <Tag {...rest} className={className ? `board ${className}` : 'board'} />
}
