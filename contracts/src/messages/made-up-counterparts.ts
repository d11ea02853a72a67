/** Who made-up transactions are with, what for, in which category and for about how much. */

export interface Category {
  readonly categoryId: number;
  readonly categoryName: string;
}

export interface Counterpart {
  readonly counterpartName: string;
  readonly purpose: string;
  readonly category: Category;
  /** Negative for money that leaves the account. */
  readonly sign: 1 | -1;
  /** At most, without its sign. */
  readonly euros: number;
}

/** A main category, whose rules with includeChildCategories count its sub-categories too. */
export interface MainCategory extends Category {
  readonly children: readonly Category[];
}

const category = (categoryId: number, categoryName: string): Category => ({ categoryId, categoryName });

const RENT = category(371, 'Miete');
const ENERGY = category(373, 'Strom');
const FOOD = category(381, 'Lebensmittel');
const RESTAURANT = category(384, 'Restaurant');
const SALARY = category(391, 'Gehalt');
const REFUND = category(393, 'Erstattung');

export const MADE_UP_CATEGORIES: readonly MainCategory[] = [
  { ...category(370, 'Wohnen'), children: [RENT, ENERGY] },
  { ...category(380, 'Lebenshaltung'), children: [FOOD, RESTAURANT] },
  { ...category(390, 'Einnahmen'), children: [SALARY, REFUND] },
];

export const MADE_UP_COUNTERPARTS: readonly Counterpart[] = [
  {
    counterpartName: 'Hausverwaltung Beispiel GmbH',
    purpose: 'Miete Wohnung 12',
    category: RENT,
    sign: -1,
    euros: 1400,
  },
  {
    counterpartName: 'Stadtwerke Musterstadt',
    purpose: 'Abschlag Vertrag 4711',
    category: ENERGY,
    sign: -1,
    euros: 180,
  },
  {
    counterpartName: 'Supermarkt Muster',
    purpose: 'Einkauf Filiale 23',
    category: FOOD,
    sign: -1,
    euros: 160,
  },
  {
    counterpartName: 'Gasthaus zum Beispiel',
    purpose: 'Kartenzahlung',
    category: RESTAURANT,
    sign: -1,
    euros: 90,
  },
  { counterpartName: 'Muster AG', purpose: 'Lohn und Gehalt', category: SALARY, sign: 1, euros: 4200 },
  {
    counterpartName: 'Finanzamt Musterstadt',
    purpose: 'Erstattung 2025',
    category: REFUND,
    sign: 1,
    euros: 700,
  },
];
