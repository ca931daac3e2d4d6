using System;
using System.Collections.Generic;

[assembly: InternalsVisibleTo("Tests")]

namespace Shop.Orders
{
    /// <summary>What can go wrong.</summary>
    public enum OrderError
    {
        None,
        Empty,
    }

    public delegate void OrderHandler(object sender, OrderEventArgs args);

    public interface IRepository<T> where T : class
    {
        int Count { get; }
        T this[int index] { get; }
        Task<T?> FindAsync(int id, CancellationToken token = default);
        event OrderHandler Changed;
    }

    /// <summary>
    /// One order.
    /// </summary>
    [Serializable]
    [Table("orders")]
    public sealed partial class Order : Entity, IComparable<Order>
    {
        public const int MaxLines = 100;
        private readonly List<Line> _lines = new();
        public static readonly Order Empty = new Order();

        static Order()
        {
        }

        public Order() : this(0) { }

        /// <summary>Makes one.</summary>
        [Obsolete("use the factory")]
        public Order(int id)
        {
            Id = id;
        }

        ~Order()
        {
        }

        [Key]
        public int Id { get; private set; }

        public decimal Total => _lines.Sum(line => line.Price);

        public string Name
        {
            get { return _name; }
            set { _name = value ?? throw new ArgumentNullException(nameof(value)); }
        }

        public Line this[int index]
        {
            get => _lines[index];
        }

        public event OrderHandler? Changed;

        public event EventHandler Saved
        {
            add { }
            remove { }
        }

        public void Add(Line line) => _lines.Add(line);

        public void Add(string sku, int count = 1)
        {
            int Double(int n) => n * 2;
            static bool Valid(string s)
            {
                return s.Length > 0;
            }
            Func<int, int> square = n => n * n;
        }

        public async Task<TResult> MapAsync<TResult>(
            Func<Order, Task<TResult>> map, // runs once
            CancellationToken token)
            where TResult : notnull
        {
            return await map(this);
        }

        public static Order operator +(Order a, Order b) => a;

        public static implicit operator int(Order order) => order.Id;

        int IComparable<Order>.CompareTo(Order? other) => 0;

        private class Line
        {
            public decimal Price { get; init; }

            internal struct Tax
            {
                public decimal Rate;
            }
        }
    }

    public readonly record struct Money(decimal Amount, string Currency);

    public record Customer(string Name)
    {
        public string Greeting() => $"Hello {Name}";
    }

    public static class OrderExtensions
    {
        public static bool IsEmpty(this Order order) => order.Total == 0;
    }

    namespace Internal
    {
        internal class Hidden { }
    }
}
