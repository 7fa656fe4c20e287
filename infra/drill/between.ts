/** Anything between two bounds, each as likely as the other. */
export function between({ least, most }: { readonly least: number; readonly most: number }): number {
  return least + Math.random() * (most - least)
}
