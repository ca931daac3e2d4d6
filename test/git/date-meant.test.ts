// What git makes of a date, and what is refused that it would take for now.
import { expect, onTestFinished, test } from 'vitest';
import { dateMeant } from '../../src/git/date-meant.ts';
import { Repository } from '../../src/git/repository.ts';
import { buildRepository } from '../support/repository.ts';

const DAY = 86_400_000;

async function opened(): Promise<Repository> {
  const { path, env } = await buildRepository('unborn');
  const repository = await Repository.open(path, env);
  onTestFinished(() => repository.close());
  return repository;
}

test('words that git knows mean what they mean to git', async () => {
  const repository = await opened();
  const daysAgo = async (text: string) => {
    const date = await dateMeant(repository, text);
    return date && (Date.now() - date.getTime()) / DAY;
  };
  const near = (days: number) => expect.closeTo(days, 1);
  expect({
    yesterday: await daysAgo('yesterday'),
    ago: await daysAgo('2 weeks ago'),
    dots: await daysAgo('3.days.ago'),
    short: await daysAgo('10 days'),
    words: await daysAgo('One Week Ago'),
    now: await daysAgo('now'),
    both: await daysAgo('1 year 2 weeks ago'),
  }).toEqual({
    yesterday: near(1),
    ago: near(14),
    dots: near(3),
    short: near(10),
    words: near(7),
    now: near(0),
    both: near(379),
  });
  expect(await daysAgo('last friday')).toBeLessThan(8);
  expect((await dateMeant(repository, 'last friday'))?.getDay()).toBe(5);
  expect(await dateMeant(repository, '@1700000000')).toEqual(new Date(1_700_000_000_000));
  expect((await dateMeant(repository, '5 mar 2020'))?.toISOString()).toMatch(/^2020-03-0[456]/);
  expect((await dateMeant(repository, '2020/03/05'))?.toISOString()).toMatch(/^2020-03-0[456]/);
});

test.each([
  ...['nonsense', 'yesterdy', 'tomorrow', 'next week', 'two weks ago', 'the day before', 'v1.2', 'main'],
  ...['12345678', '2026', 'deadbeef', '', ' ', '--all', 'monday', 'yesterday; rm', 'HEAD~3'],
])('%j is no date', async text => {
  expect(await dateMeant(await opened(), text)).toBeUndefined();
});
