/**
 * Makes the tables of a page sort: each title becomes a button, which sorts by its column, first upwards and
 * then downwards. Cells with a `data-value` are sorted by that number, an empty one last; others by their
 * text. Rows that are alike keep their order. Without a script the table stays as it was written.
 */
export const SORT_SCRIPT: string = `addEventListener('DOMContentLoaded', () => {
  const compare = new Intl.Collator(undefined, { numeric: true }).compare;
  for (const table of document.querySelectorAll('table.sortable')) {
    const titles = [...table.tHead.rows[0].cells];
    const body = table.tBodies[0];
    const said = document.getElementById(table.dataset.said);
    titles.forEach((title, column) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...title.childNodes);
      title.append(button);
      button.addEventListener('click', () => {
        const down = title.getAttribute('aria-sort') === 'ascending';
        for (const other of titles) other.removeAttribute('aria-sort');
        title.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        const sign = down ? -1 : 1;
        const rows = [...body.rows].map((row) => {
          const { value } = row.cells[column].dataset;
          const text = row.cells[column].textContent;
          return { row, text, number: value === undefined ? null : value === '' ? NaN : Number(value) };
        });
        rows.sort((a, b) => {
          if (a.number === null) return sign * compare(a.text, b.text);
          if (isNaN(a.number) || isNaN(b.number)) return isNaN(a.number) - isNaN(b.number);
          return sign * (a.number < b.number ? -1 : a.number > b.number ? 1 : 0);
        });
        body.append(...rows.map(({ row }) => row));
        said.textContent = 'Sorted by ' + button.textContent + (down ? ', largest first.' : ', smallest first.');
      });
    });
  }
});`;
