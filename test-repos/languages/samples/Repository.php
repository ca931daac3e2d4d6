<?php

declare(strict_types=1);

namespace App\Models;

use App\Contracts\Store;

const VERSION = '1.0';
define('APP_ROOT', __DIR__);

/**
 * What can be saved.
 */
interface Savable extends \JsonSerializable
{
    const LIMIT = 10;

    public function save(array $options = []): bool;
}

trait Timestamps
{
    protected ?\DateTime $createdAt = null;

    /** Marks the time. */
    public function touch(): void
    {
        $this->createdAt = new \DateTime();
    }

    abstract protected function now(): \DateTime;
}

enum Status: string
{
    case Active = 'active';
    case Gone = 'gone';

    const DEFAULT = self::Active;

    public static function fromLabel(string $label): self
    {
        return self::from($label);
    }

    public function label(): string
    {
        return ucfirst($this->value);
    }
}

/**
 * Reads and writes users.
 */
#[Entity(table: 'users')]
#[Cached]
final class UserRepository extends Repository implements Store, Savable
{
    use Timestamps;

    public const MAX_RESULTS = 100;
    private const A = 1, B = 2;

    private array $cache = [];

    public function __construct(
        private readonly Connection $connection,
        protected int $size = 10, // pages
    ) {
    }

    public function __destruct()
    {
    }

    /**
     * Finds one.
     */
    #[Pure]
    public function find(int $id): ?User
    {
        $load = function (int $id) use ($connection) {
            return $id;
        };
        $short = fn ($x) => $x * 2;

        function helper_inside(): int
        {
            return 1;
        }

        return $load($id);
    }

    public static function &instance(): static
    {
        static $instance;
        return $instance;
    }

    private function anonymous(): Savable
    {
        return new class($this->size) implements Savable {
            public function save(array $options = []): bool
            {
                return true;
            }
        };
    }

    abstract protected function audit();

    public function save(array $options = []): bool
    {
        return true;
    }
}

abstract class Base
{
}

function array_first(array $items, ?callable $filter = null): mixed
{
    foreach ($items as $item) {
        return $item;
    }
    return null;
}

if (!function_exists('str_contains')) {
    function str_contains(string $haystack, string $needle): bool
    {
        return strpos($haystack, $needle) !== false;
    }
}

$handler = function ($request) {
    return $request;
};
